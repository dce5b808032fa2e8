import LinuxSystem
import Timing

/// Asks the owner of a session to stop drawing, and goes on when it has, or when it does not answer in time: whoever
/// wants the screens is waiting.
final class Handover {
    /// How long an owner may take. Well below the seconds after which a seat takes its devices back by force.
    static let limit = Duration.milliseconds(500)

    private var timer: EventLoop.Deadline?
    private var goOn: (() -> Void)?
    /// Which question is open, so that a late answer to an earlier one counts for nothing.
    private var question = 0

    /// - Parameter onOverdue: called when the owner does not answer, before going on without it.
    init(on loop: EventLoop, onOverdue: @escaping () -> Void) {
        timer = loop.makeTimer { [unowned self] in
            onOverdue()
            finish()
        }
    }

    func ask(_ owner: ((@escaping () -> Void) -> Void)?, then goOn: @escaping () -> Void) {
        finish()
        self.goOn = goOn
        question += 1
        guard let owner else { return finish() }
        timer?.set(EventLoop.now + Self.limit)
        owner { [weak self, question] in
            if self?.question == question { self?.finish() }
        }
    }

    /// Goes on now if an answer is being waited for.
    func finish() {
        timer?.clear()
        let goOn = goOn.take()
        goOn?()
    }
}
