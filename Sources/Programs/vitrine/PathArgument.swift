public import ArgumentParser
import Glibc
public import Paths

/// Paths on the command line keep their bytes, also those that are not UTF-8.
///
/// What the parser hands over is text, in which such bytes have become U+FFFD, so several names may have become one.
extension FilePath: ExpressibleByArgument {
    public init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        // Swift's texts are always UTF-8: other bytes of an argument have become U+FFFD in them.
        let original = argument.unicodeScalars.contains("\u{FFFD}") ? Self.originals(of: argument).first : nil
        self = original ?? FilePath(argument)
    }

    /// Paths of one list, each of which was made by itself: the second that has become some text is the second argument that
    /// has.
    static func distinguished(_ paths: [FilePath]) -> [FilePath] {
        var counts: [String: Int] = [:]
        return paths.map { path in
            guard path.description.unicodeScalars.contains("\u{FFFD}") else { return path }
            let number = counts[path.description, default: 0]
            counts[path.description] = number + 1
            let originals = originals(of: path.description)
            return originals.indices.contains(number) ? originals[number] : path
        }
    }

    /// The arguments of this program that have become this text.
    private static func originals(of text: String) -> [FilePath] {
        var found: [FilePath] = []
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            let path = FilePath(
                bytes: unsafe UnsafeBufferPointer(start: argument, count: strlen(argument)).map {
                    UInt8(bitPattern: $0)
                })
            // Also behind the name of an option: `--config=PATH`.
            for start in [0] + path.bytes.indices.filter({ path.bytes[$0] == UInt8(ascii: "=") }).map({ $0 + 1 }) {
                let rest = FilePath(bytes: path.bytes[start...])
                if rest.description == text {
                    found.append(rest)
                    break
                }
            }
        }
        return found
    }
}
