import Glibc

/// Names of files that belong together: `frame-0001.png`, `frame-0002.png`.
public struct NumberedFiles {
    private let prefix: String
    private let suffix: String
    private let digits: Int

    /// - Parameters:
    ///   - path: a file's, before whose ending the number goes; or a folder's, which is made where its path ends with a
    ///     slash.
    ///   - count: the highest number.
    /// - Throws: where the folder cannot be made.
    public init(_ path: String, count: Int) throws(PNGFile.Failure) {
        digits = max(4, "\(count)".count)
        if path.hasSuffix("/"), unsafe mkdir(path, 0o755) != 0, errno != EEXIST {
            throw PNGFile.Failure(path: path, reason: unsafe String(cString: strerror(errno)).lowercased())
        }
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            (prefix, suffix) = ((path.hasSuffix("/") ? path : path + "/") + "frame-", ".png")
        } else if let dot = path.lastIndex(of: "."), !path[dot...].contains("/") {
            (prefix, suffix) = (path[..<dot] + "-", String(path[dot...]))
        } else {
            (prefix, suffix) = (path + "-", ".png")
        }
    }

    public subscript(number: Int) -> String {
        let text = "\(number)"
        return prefix + String(repeating: "0", count: digits - text.count) + text + suffix
    }
}
