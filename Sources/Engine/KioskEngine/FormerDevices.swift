import DisplayModel
import ScreenKeeping
import Timing

/// A device as it was open before it was reopened: its last frames stay on the screens until those of the next one are
/// there, or until a time. Freeing a buffer that is scanned out would switch its CRTC off.
struct FormerDevices {
    private struct Former {
        let player: DevicePlayer
        /// On which one of its buffers may be.
        let crtcs: Set<CRTCID>
        var until: MonotonicTime
        /// How often its CRTCs could not be switched off.
        var refusals = 0
        var attempt: Attempt?
    }

    /// An attempt to switch CRTCs off, which may take long.
    private final class Attempt {
        var result: Result<Void, DisplayError>?
    }

    /// Several where a device was reopened again before its frames were there.
    private var formers: [Former] = []

    /// How long a device that is reopened may take to light its screens before the former frames go.
    private static let limit = Duration.seconds(10)
    /// How long to wait after a refusal, and how many to put up with: then the kernel switches the CRTCs off itself.
    private static let pause = Duration.seconds(1)
    private static let mostRefusals = 10

    /// How the device was found when it was opened first.
    var original: DeviceSnapshot? { formers.first?.player.keeper.original }

    /// When a former frame has to go. Nil where there is none.
    var nextDeadline: MonotonicTime? { formers.map(\.until).min() }

    mutating func add(_ player: DevicePlayer, now: MonotonicTime) {
        formers.append(Former(player: player, crtcs: player.keeper.crtcsInUse, until: now + Self.limit))
    }

    /// The device is only open now: what it is to show instead takes as long as ever.
    mutating func stay(now: MonotonicTime) {
        for index in formers.indices { formers[index].until = max(formers[index].until, now + Self.limit) }
    }

    /// Lets go of what is not seen any more.
    /// - Parameters:
    ///   - keeper: of the device as it is open now. Nil while it is not.
    ///   - close: called before buffers go that nobody has replaced, since nothing of the device is open besides.
    mutating func advance(with keeper: ScreenKeeper?, now: MonotonicTime, close: () -> Void) {
        guard let keeper else {
            guard let nextDeadline, nextDeadline <= now else { return }
            close()
            return letGo()
        }
        formers = formers.compactMap { former in
            var former = former
            let left = former.crtcs.intersection(keeper.activeCRTCs).subtracting(keeper.litCRTCs)
            if !left.isEmpty {
                guard former.until <= now else { return former }
                // That a monitor does not answer is no refusal: what shows is still the best there is.
                guard former.attempt != nil || !keeper.isBusy else {
                    former.until = now + Self.pause
                    return former
                }
                let attempt = former.attempt ?? Attempt()
                if former.attempt == nil {
                    // Where a modeset was made since, its event may be lost, but not the former frame be there still.
                    keeper.switchOff(left.subtracting(keeper.crtcsInUse), now: now) { attempt.result = $0 }
                }
                if case .success? = attempt.result {
                } else {
                    former.attempt = attempt.result == nil ? attempt : nil
                    if attempt.result != nil { former.refusals += 1 }
                    former.until = now + Self.pause
                    if former.refusals < Self.mostRefusals { return former }
                }
            }
            former.player.keeper.letGo()
            return nil
        }
    }

    /// Lets go of all, after the device was closed.
    mutating func letGo() {
        for former in formers { former.player.keeper.letGo() }
        formers = []
    }
}
