import Glibc
import LinuxSystem

/// Something about the decoder process that its owner's log has.
public enum DecoderNotice: Hashable, Sendable, CustomStringConvertible {
    /// A process has started, with these limits.
    case confined(DecoderConfinement)
    /// A line that the process has written to its standard error: one line without control characters, not long.
    case said(String)
    /// The process has written more than is read.
    case silenced

    public var description: String {
        switch self {
        case .confined(.limitsOnly):
            "the decoder is not confined: the kernel has no system call filters, and --unconfined-decoder allows it"
        case .confined(.systemCallFilter): "the decoder is confined by a system call filter"
        case .confined(.systemCallFilterAndLandlock): "the decoder is confined by a system call filter and Landlock"
        case .said(let text): "the decoder says: \(text)"
        case .silenced: "the decoder says too much; the rest is dropped"
        }
    }
}

/// What a decoder process has given up, beside memory, files and priority.
public enum DecoderConfinement: UInt8, Sendable, CaseIterable {
    /// Nothing more: the kernel has no seccomp filters.
    case limitsOnly
    /// All system calls that decoding does not need.
    case systemCallFilter
    /// The same, and by another wall all files, connections and signals to others.
    case systemCallFilterAndLandlock
}

/// What a decoder process writes to its standard error: foreign text, of which a little is passed on.
struct DecoderMessages: ~Copyable {
    private static let longestLine = 300
    private static let mostLines = 20

    private var pipe: OwnedDescriptor?
    private var line: [UInt8] = []
    private var lineCount = 0

    /// - Parameter pipe: its end for reading, which does not block.
    init(_ pipe: consuming OwnedDescriptor) {
        descriptor = pipe.rawValue
        self.pipe = .some(pipe)
    }

    /// Readable when there is something to take; nil when nothing comes any more.
    private(set) var descriptor: Int32?

    /// What has come, without waiting. Beyond the limits the pipe is closed, and whoever writes into it ends.
    mutating func take() -> [DecoderNotice] {
        var notices: [DecoderNotice] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while let number = descriptor {
            let count = unsafe read(number, &chunk, chunk.count)
            if count < 0 { break }
            for byte in chunk.prefix(count) {
                if byte == UInt8(ascii: "\n") {
                    finishLine(&notices)
                } else if line.count < Self.longestLine {
                    line.append(byte)
                }
            }
            if count == 0 {
                finishLine(&notices)
                close()
            } else if lineCount >= Self.mostLines {
                notices.append(.silenced)
                close()
            }
        }
        return notices
    }

    private mutating func close() {
        pipe = nil
        descriptor = nil
    }

    private mutating func finishLine(_ notices: inout [DecoderNotice]) {
        defer { line = [] }
        guard !line.isEmpty, lineCount < Self.mostLines else { return }
        lineCount += 1
        notices.append(.said(printable(line)))
    }
}
