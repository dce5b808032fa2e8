import Paths
import SeededRandom
import Testing

@testable import FileWatching

@Suite struct PathTrailTests {
    /// Paths without links to what is there; what is not named is missing.
    private static let tree: [FilePath: PathTrail.Entry] = [
        "/srv": .directory, "/srv/show": .directory, "/srv/show/a.jpg": .other,
        "/srv/show/up": .link(to: "../show/a.jpg"), "/srv/current": .link(to: "releases/42"),
        "/srv/releases": .directory, "/srv/releases/42": .directory, "/srv/releases/42/b.jpg": .other,
        "/link": .link(to: "/srv/current"), "/self": .link(to: "self"), "/grow": .link(to: "grow/x"),
        "/dangling": .link(to: "/srv/none/at/all"), "/empty": .link(to: ""), "show": .directory, "show/c.jpg": .other,
        "..": .directory, "../d.jpg": .other, "out": .link(to: "../d.jpg"), "show/home": .link(to: ".."),
    ]

    private func trail(_ path: FilePath, in tree: [FilePath: PathTrail.Entry] = tree) -> PathTrail {
        PathTrail(path) { directory, name in
            let path = directory == "." ? name : directory.appending(name)
            return tree[path] ?? .missing
        }
    }

    /// Steps as `folder:name`, the last one with `!`.
    private func steps(_ trail: PathTrail) -> [String] {
        trail.steps.map { "\($0.directory):\($0.name)" + ($0.role == .last ? "!" : "") }
    }

    @Test(
        arguments: [
            ("/srv/show/a.jpg", ["/:srv", "/srv:show", "/srv/show:a.jpg!"], "/srv/show/a.jpg"),
            ("//srv/./show//a.jpg", ["/:srv", "/srv:show", "/srv/show:a.jpg!"], "/srv/show/a.jpg"),
            (
                "/srv/current/b.jpg",
                ["/:srv", "/srv:current", "/srv:releases", "/srv/releases:42", "/srv/releases/42:b.jpg!"],
                "/srv/releases/42/b.jpg"
            ),
            (
                "/link", ["/:link", "/:srv", "/srv:current", "/srv:releases", "/srv/releases:42!"],
                "/srv/releases/42"
            ),
            (
                "/srv/show/up", ["/:srv", "/srv:show", "/srv/show:up", "/srv:show", "/srv/show:a.jpg!"],
                "/srv/show/a.jpg"
            ),
            ("/srv/current/..", ["/:srv", "/srv:current", "/srv:releases", "/srv/releases:42"], "/srv/releases"),
            ("/..", [], "/"), ("/", [], "/"), (".", [], "."), ("..", [], ".."), ("../..", [], "../.."),
            ("show/c.jpg", [".:show", "show:c.jpg!"], "show/c.jpg"),
            ("out", [".:out", "..:d.jpg!"], "../d.jpg"),
            ("show/home/out", [".:show", "show:home", ".:out", "..:d.jpg!"], "../d.jpg"),
        ] as [(FilePath, [String], FilePath)])
    func whatIsThereIsReached(path: FilePath, expected: [String], place: FilePath) {
        let found = trail(path)
        #expect(steps(found) == expected)
        guard case .reached(place, _) = found.end else {
            Issue.record("\(path) ends at \(found.end)")
            return
        }
    }

    @Test(
        arguments: [
            ("/srv/show/none.jpg", ["/:srv", "/srv:show", "/srv/show:none.jpg!"]),
            ("/srv/none/at/all", ["/:srv", "/srv:none"]),
            ("/dangling", ["/:dangling", "/:srv", "/srv:none"]),
            ("/srv/show/a.jpg/under", ["/:srv", "/srv:show", "/srv/show:a.jpg"]),
            ("/empty", ["/:empty"]), ("", []),
        ] as [(FilePath, [String])])
    func whatIsMissingIsAwaitedWhereItsFirstNameWouldBe(path: FilePath, expected: [String]) {
        let found = trail(path)
        #expect(steps(found) == expected)
        #expect(found.end == .nowhere)
    }

    @Test(arguments: ["/self", "/grow"] as [FilePath])
    func circlesOfLinksEnd(path: FilePath) {
        let found = trail(path)
        #expect(found.end == .nowhere)
        #expect(found.steps.count == PathTrail.mostLinks + 1)
    }

    @Test(arguments: [(40, true), (41, false)])
    func asManyLinksAsTheKernelFollows(count: Int, isReached: Bool) {
        var tree: [FilePath: PathTrail.Entry] = ["/0": .other]
        for number in 1...count { tree["/\(number)"] = .link(to: "\(number - 1)") }
        let found = trail("/\(count)", in: tree)
        #expect(found.end == (isReached ? .reached("/0", .other) : .nowhere))
    }

    /// In any tree and for any path, what is looked at is what the steps say, each folder was reached free of links,
    /// and the walk ends.
    @Test func randomTrees() {
        var random = SplitMix64(seed: 3)
        let names: [FilePath] = ["a", "b", "c", "..", "."]
        func randomPath() -> FilePath {
            let path = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                names[Int.random(in: 0..<5, using: &random)]
            }
            .reduce(FilePath("")) { $0.appending($1) }
            return Bool.random(using: &random) ? "/\(path)" : path
        }
        for _ in 0..<2_000 {
            var tree: [FilePath: PathTrail.Entry] = [:]
            var folders: [FilePath] = ["/", "."]
            for _ in 0..<12 {
                let folder = folders[Int.random(in: 0..<folders.count, using: &random)]
                let name = names[Int.random(in: 0..<3, using: &random)]
                let path = folder == "." ? name : folder.appending(name)
                guard tree[path] == nil else { continue }
                switch Int.random(in: 0..<3, using: &random) {
                case 0: tree[path] = .link(to: randomPath())
                case 1: tree[path] = .other
                default:
                    tree[path] = .directory
                    folders.append(path)
                }
            }
            var looked: [String] = []
            let path = randomPath()
            let found = PathTrail(path) { directory, name in
                looked.append("\(directory):\(name)")
                let isFolder = folders.contains(directory) || directory.components.allSatisfy { $0 == ".." }
                #expect(isFolder, "\(path) passes \(directory) in \(tree)")
                return tree[directory == "." ? name : directory.appending(name)] ?? .missing
            }
            #expect(found.steps.map { "\($0.directory):\($0.name)" } == looked)
            #expect(found.steps.dropLast().allSatisfy { $0.role == .passing })
        }
    }
}
