import Glibc
public import Timing

extension WallTime {
    /// The present.
    public static var now: WallTime { WallClock.current.time(at: EventLoop.now) }

    /// As other programs read it: `2026-12-24T18:00:00Z`.
    public var utcText: String {
        var seconds = seconds
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        return unsafe text(of: &parts, "%Y-%m-%dT%H:%M:%SZ")
    }

    /// In the machine's time zone, with its distance from UTC: `2026-12-24T19:00:00+01:00`.
    public var localText: String {
        var seconds = seconds
        var parts = unsafe tm()
        // The machine's zone may have been changed since.
        tzset()
        unsafe localtime_r(&seconds, &parts)
        let text = unsafe text(of: &parts, "%Y-%m-%dT%H:%M:%S%z")
        return text.dropLast(2) + ":" + text.suffix(2)
    }

    /// - Parameter format: of strftime(3).
    private func text(of parts: inout tm, _ format: String) -> String {
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
