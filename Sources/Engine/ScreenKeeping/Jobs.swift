import DisplayModel
import Rendering
import Synchronization

/// What jobs on other threads have brought, until the engine's thread takes it.
final class Jobs: Sendable {
    struct Results: @unchecked Sendable {
        var survey: Result<DeviceSnapshot, DisplayError>?
        /// That a modeset has ended, and why it was refused.
        var modeset: DisplayError??
        /// A renderer that was made and is used by nobody yet.
        var renderer: Result<any FrameRenderer, any Error>?
    }

    private let results = Mutex(Results())

    func surveyed(_ result: Result<DeviceSnapshot, DisplayError>) { results.withLock { $0.survey = result } }

    func setModes(_ error: DisplayError?) { results.withLock { $0.modeset = .some(error) } }

    func made(_ renderer: sending Result<any FrameRenderer, any Error>) {
        let handed = Results(renderer: renderer)
        results.withLock { $0.renderer = handed.renderer }
    }

    func take() -> Results {
        results.withLock { results in
            defer { results = Results() }
            return results
        }
    }
}
