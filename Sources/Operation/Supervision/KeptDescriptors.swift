import Glibc
public import LinuxSystem

/// Open files that the previous process of this program left with the service manager: `sd_listen_fds_with_names(3)`.
///
/// The caller that takes one owns it. The others are closed when this object ends.
public final class KeptDescriptors {
    private var kept: [(name: String, number: Int32)] = []

    /// The first of them, by the protocol.
    private static let first: Int32 = 3

    /// - Parameters:
    ///   - environment: the value of an environment variable.
    ///   - process: this one's number, as `getpid(2)` has it.
    public init(environment: (String) -> String?, process: Int32) {
        guard environment("LISTEN_PID").flatMap(Int32.init) == process,
            let count = environment("LISTEN_FDS").flatMap(Int32.init), count > 0
        else { return }
        let names = (environment("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        for index in 0..<min(count, 1024) {
            let number = Self.first + index
            guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { continue }
            let name = names.indices.contains(Int(index)) ? String(names[Int(index)]) : ""
            kept.append((name, number))
        }
    }

    /// Hands over the file of a name, the one that was kept last where there are several.
    public func take(_ name: String) -> OwnedDescriptor? {
        guard let index = kept.lastIndex(where: { $0.name == name }) else { return nil }
        return OwnedDescriptor(adopting: kept.remove(at: index).number)
    }

    /// Closes what nobody has taken.
    /// - Returns: the names.
    public func closeRest() -> [String] {
        defer { kept = [] }
        for (_, number) in kept { _ = close(number) }
        return kept.map(\.name)
    }

    deinit {
        for (_, number) in kept { _ = close(number) }
    }
}
