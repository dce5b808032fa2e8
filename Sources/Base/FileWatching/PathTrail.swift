import Paths

/// The way from where a path begins to what it names, through every symbolic link: each name on it, with the folder in
/// which a change of that name would lead elsewhere. As `path_resolution(7)` has it.
struct PathTrail: Equatable {
    /// What a folder has under a name.
    enum Entry: Hashable {
        case missing
        case directory
        /// A regular file, a device, a socket.
        case other
        case link(to: FilePath)
    }

    /// One name, looked up in one folder.
    struct Step: Hashable {
        enum Role: Hashable {
            /// A folder or a link on the way.
            case passing
            /// What the path names in the end, there or missing.
            case last
        }

        /// Free of links: absolute, or relative to the working folder.
        var directory: FilePath
        var name: FilePath
        var role: Role
    }

    enum End: Hashable {
        /// The path without its links, and what is there: a folder or something else.
        case reached(FilePath, Entry)
        /// A name is missing, a file stands where a folder is needed, or the links do not end.
        case nowhere
    }

    private(set) var steps: [Step] = []
    private(set) var end = End.nowhere

    /// As many as the kernel follows before it says `ELOOP`.
    static let mostLinks = 40

    /// - Parameter look: tells what a folder has under a name. Called for each step in turn, so whoever sets a watch on
    ///   the folder before looking misses no change: what is different afterwards sends an event.
    init(_ path: FilePath, look: (_ directory: FilePath, _ name: FilePath) -> Entry) {
        guard !path.isEmpty else { return }
        var place = Place(startOf: path)
        var ahead = Self.names(of: path)
        var links = 0
        while let name = ahead.popLast() {
            if name == ".." {
                place.ascend()
                continue
            }
            let directory = place.path
            let entry = look(directory, name)
            let role = ahead.isEmpty ? Step.Role.last : .passing
            switch entry {
            case .link(let target):
                steps.append(Step(directory: directory, name: name, role: .passing))
                links += 1
                guard links <= Self.mostLinks, !target.isEmpty else { return }
                if target.isAbsolute { place = Place(startOf: target) }
                ahead += Self.names(of: target)
            case .directory:
                steps.append(Step(directory: directory, name: name, role: role))
                place.descend(to: name)
            case .other, .missing:
                steps.append(Step(directory: directory, name: name, role: role))
                guard entry == .other, role == .last else { return }
                place.descend(to: name)
                end = .reached(place.path, entry)
                return
            }
        }
        end = .reached(place.path, .directory)
    }

    /// The last one first, to be taken from the end.
    private static func names(of path: FilePath) -> [FilePath] {
        path.components.reversed().filter { $0 != "." }
    }

    /// A folder that was reached, without links.
    private struct Place {
        /// Empty for the working folder.
        private var reached: FilePath

        init(startOf path: FilePath) {
            reached = path.isAbsolute ? "/" : ""
        }

        var path: FilePath { reached.isEmpty ? "." : reached }

        mutating func descend(to name: FilePath) {
            reached = reached.appending(name)
        }

        mutating func ascend() {
            if reached == "/" { return }
            let last = reached.name
            if last.isEmpty || last == ".." {
                descend(to: "..")
            } else {
                reached = reached.bytes.contains(UInt8(ascii: "/")) ? reached.folder : ""
            }
        }
    }
}
