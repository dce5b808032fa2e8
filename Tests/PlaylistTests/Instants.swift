import Timing

/// Instants near the epoch, as the tests write them.
extension WallTime {
    static var zero: WallTime { .epoch }
    static func seconds(_ seconds: Int) -> WallTime { .epoch + .seconds(seconds) }
    static func milliseconds(_ milliseconds: Int) -> WallTime { .epoch + .milliseconds(milliseconds) }
}
