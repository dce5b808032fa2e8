import Foundation
import Testing

/// The architecture page names what there is, and what there is it names.
@Suite struct ArchitecturePageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders of `Sources`, in which the modules lie.
    private static func layers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path())
    }

    private static func isThere(_ file: String) throws -> Bool {
        let folders = try layers().map { "Sources/\($0)/" } + ["Tests/", ""]
        return folders.contains { FileManager.default.fileExists(atPath: root.appending(path: $0 + file).path()) }
    }

    private func page() throws -> String {
        try String(contentsOf: Self.root.appending(path: "docs/architecture.md"), encoding: .utf8)
    }

    @Test func everyModuleHasALine() throws {
        let page = try page()
        // Those of the layer C are libraries of the system.
        let modules = try Self.layers().filter { $0 != "C" }.flatMap {
            try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources/\($0)").path())
        }
        #expect(modules.count > 10)
        for module in modules { #expect(page.contains(module), "docs/architecture.md does not name \(module)") }
    }

    @Test func everyFileThatItNamesIsThere() throws {
        let named = try page().matches(of: /`([A-Za-z-]+\/[A-Za-z.]+\.(?:swift|vert))`/).map { String($0.output.1) }
        #expect(named.count > 8)
        for file in named {
            #expect(try Self.isThere(file), "docs/architecture.md names \(file)")
        }
    }

    /// The page of guarantees names only files that are there, each row something.
    @Test func everyGuaranteeIsKeptSomewhere() throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/guarantees.md"), encoding: .utf8)
        let named = page.matches(of: /`([A-Za-z]+\/[A-Za-z_]+\.(?:swift|py))`/).map { String($0.output.1) }
        #expect(Set(named).count > 40)
        for file in Set(named) {
            #expect(try Self.isThere(file), "docs/guarantees.md names \(file)")
        }
        let rules = page.matches(of: /(?m)^\| \d+ \|/).count
        #expect(rules == 35)
    }
}
