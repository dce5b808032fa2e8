import Glibc

/// What the kernel says of each thread of this process, to be looked at when nothing can be opened any more.
public struct ThreadStatus: ~Copyable {
    /// Of `/proc/self/task/*/status`. They stay open as long as this lives; there are few.
    private let files: [Int32]

    /// Of the threads that there are now.
    public init() {
        var files: [Int32] = []
        if let folder = unsafe opendir("/proc/self/task") {
            while let entry = unsafe readdir(folder) {
                let thread = unsafe entry.pointee.d_name
                let name = unsafe withUnsafeBytes(of: thread) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard Int(name) != nil else { continue }
                let file = unsafe open("/proc/self/task/\(name)/status", O_RDONLY | O_CLOEXEC)
                if file >= 0 { files.append(file) }
            }
            unsafe closedir(folder)
        }
        self.files = files
    }

    /// Whether a system call filter holds for all threads that there were. Those that come later inherit it. False where
    /// nothing could be learned.
    public var allAreFiltered: Bool {
        !files.isEmpty
            && files.allSatisfy { file in
                var text = [UInt8](repeating: 0, count: 4096)
                let count = unsafe pread(file, &text, text.count, 0)
                // A thread that has ended since does nothing any more.
                if count < 0 && errno == ESRCH { return true }
                let lines = String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
                return lines.contains("Seccomp:\t2")
            }
    }

    deinit {
        for file in files { _ = close(file) }
    }
}
