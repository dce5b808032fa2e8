import Glibc

/// The program that runs.
public enum RunningProgram {
    /// Where it was when it was started, as `/proc/self/exe` says. Empty where that cannot be read. The corresponding C
    /// function is `readlink`.
    public static var path: String {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &text, text.count)
        return String(decoding: text.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder that it is in.
    public static var folder: String {
        let path = path
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
