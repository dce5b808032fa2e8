import Glibc
import LinuxEvents

/// A file of text that is nobody else's business.
enum TextFile {
    static func write(_ text: String, to path: String) throws(SystemError) {
        let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = try systemCall("write", path) {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(file.rawValue, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
