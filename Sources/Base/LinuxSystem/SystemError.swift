import Glibc

/// A call to the system that failed: which call, on what, and the `errno` it left.
///
/// This module is the only place that reads `errno`; what crosses its border is this value.
public struct SystemError: Error, Hashable, Sendable {
    /// The C function, as in its manual page: `open`, `epoll_ctl`.
    public var operation: String
    /// What it was done to: a path, a device, a name. Nil where the operation says it all.
    public var object: String?
    /// The `errno` value: `ENOENT`, `EACCES`.
    public var code: Int32

    public init(_ operation: String, _ object: String? = nil, code: Int32) {
        self.operation = operation
        self.object = object
        self.code = code
    }

    /// The system's sentence for the code: "Permission denied".
    public var reason: String {
        var text = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension SystemError: CustomStringConvertible {
    public var description: String {
        [operation, object].compactMap(\.self).joined(separator: " ") + ": " + reason
    }
}

/// Calls a function that answers -1 and sets `errno` on failure, and throws that as a ``SystemError``.
/// A call that a signal interrupted is made again.
@discardableResult
public func systemCall<Result: SignedInteger>(
    _ operation: String, _ object: @autoclosure () -> String? = nil, _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(operation, object(), code: code) }
    }
}

/// The same for calls in the style of libdrm, which answer a negative `errno` value.
@discardableResult
public func negativeErrnoCall(
    _ operation: String, _ object: @autoclosure () -> String? = nil, _ call: () -> Int32
) throws(SystemError) -> Int32 {
    while true {
        let result = call()
        if result >= 0 { return result }
        if -result != EINTR { throw SystemError(operation, object(), code: -result) }
    }
}

/// The same for calls that answer a null pointer and set `errno`, as libdrm, libgbm and libudev have them.
/// One that leaves `errno` at 0 is taken to refuse its arguments (`EINVAL`).
public func nonNullCall<Result>(
    _ operation: String, _ object: @autoclosure () -> String? = nil, _ call: () -> Result?
) throws(SystemError) -> Result {
    while true {
        errno = 0
        if let result = call() { return result }
        let code = errno == 0 ? EINVAL : errno
        if code != EINTR { throw SystemError(operation, object(), code: code) }
    }
}
