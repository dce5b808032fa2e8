public import Paths

/// The file systems that are mounted, as this process sees them. The kernel's file is described in proc_pid_mountinfo(5).
public struct MountTable: Sendable {
    public struct Mount: Hashable, Sendable {
        /// Where it is.
        public let point: FilePath
        /// As `mount -t` has it: `ext4`, `nfs`.
        public let kind: String
        /// The device or server: `/dev/sda1`, `host:/share`.
        public let source: String
    }

    /// By the length of their points; of those at one point the one that covers the others is last.
    private let mounts: [Mount]

    /// - Parameter text: of `/proc/self/mountinfo`. Lines that are not as described are left out.
    public init(mountinfo text: some Sequence<UInt8>) {
        mounts = Array(text).split(separator: UInt8(ascii: "\n")).compactMap { line -> Mount? in
            let fields = line.split(separator: UInt8(ascii: " ")).map { Self.unescaped($0) }
            guard let end = fields.firstIndex(of: [UInt8(ascii: "-")]), fields.count > end + 2, end > 4 else {
                return nil
            }
            return Mount(
                point: FilePath(bytes: fields[4]), kind: String(decoding: fields[end + 1], as: UTF8.self),
                source: String(decoding: fields[end + 2], as: UTF8.self))
        }.enumerated().sorted { ($0.element.point.bytes.count, $0.offset) < ($1.element.point.bytes.count, $1.offset) }
            .map(\.element)
    }

    /// What this process sees now; empty where it cannot be read. No file system is asked, so none that hangs delays it.
    public static var current: MountTable {
        MountTable(mountinfo: (try? WholeFile.read("/proc/self/mountinfo", limit: 1 << 20)) ?? [])
    }

    /// The one that a path is on, by its letters alone: links are not followed.
    /// - Parameter path: absolute.
    public func mount(of path: FilePath) -> Mount? { mounts.last { path.isIn($0.point) } }

    /// Blanks and the like are written as `\040`.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "\\"), rest.count >= 3,
                let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(first)
            }
        }
        return bytes
    }
}
