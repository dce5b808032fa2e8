import Glibc
public import Paths

/// A file descriptor with one owner, closed when the owner lets go of it.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The descriptor's number. Valid for as long as this value lives; do not close it.
    public let rawValue: Int32

    /// Takes over a descriptor that nobody else will close.
    public init(adopting rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Opens a file, always with `O_CLOEXEC`. The corresponding C function is `open`.
    public init(opening path: FilePath, _ flags: Int32, mode: UInt32 = 0o600) throws(SystemError) {
        rawValue = try systemCall("open", path.description) {
            unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode) }
        }
    }

    /// Another descriptor for the same open file. The corresponding C call is `fcntl(F_DUPFD_CLOEXEC)`.
    public func duplicate() throws(SystemError) -> OwnedDescriptor {
        let number = rawValue
        return OwnedDescriptor(adopting: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    }

    /// Gives the descriptor away: whoever gets the number closes it.
    public consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }

    deinit {
        // Linux frees the number even when close reports an error, so there is nothing to repeat.
        _ = close(rawValue)
    }
}
