import Glibc

/// Where the decoder's program is.
enum DecoderExecutable {
    static let name = "vitrine-decode"

    /// The first of: beside the running program, and in `../libexec/vitrine` from there.
    static func locate() throws(DecodingFailure) -> String {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &text, text.count)
        let program = String(decoding: text.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
        let candidates = ["\(folder)/\(name)", "\(folder)/../libexec/vitrine/\(name)"]
        for path in candidates where unsafe access(path, X_OK) == 0 { return path }
        throw DecodingFailure(
            .decoderUnavailable,
            "\(name) is neither \(candidates.joined(separator: " nor ")): install it there, or say where it is")
    }
}
