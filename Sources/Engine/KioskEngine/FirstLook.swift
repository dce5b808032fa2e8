import DisplayModel
import Synchronization

/// A device that is open and whose monitors are asked for the first time, on another thread.
struct FirstLook {
    let device: any DisplayDevice
    let result = FirstSnapshot()
    /// Whether something about the connectors changed meanwhile.
    var isOutdated = false

    init(at device: any DisplayDevice) {
        self.device = device
    }
}

/// What came of it.
final class FirstSnapshot: Sendable {
    private let result = Mutex<Result<DeviceSnapshot, DisplayError>?>(nil)

    func set(_ new: Result<DeviceSnapshot, DisplayError>) { result.withLock { $0 = new } }

    /// Nil while it has not ended.
    func take() -> Result<DeviceSnapshot, DisplayError>? {
        result.withLock { result in
            defer { result = nil }
            return result
        }
    }
}
