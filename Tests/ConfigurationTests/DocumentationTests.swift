import DisplayPlanning
import Foundation
import Paths
import StrictYAML
import Testing

@testable import Configuration

/// The examples of the documentation are good configurations.
@Suite struct DocumentationTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    private func check(_ text: String) {
        let outcome = Configuration.read(Array(text.utf8), folder: "") { _ in
            .failure(UnreadableFile(reason: "no such file"))
        }
        #expect(outcome.issues == [], "\(text)")
        let outputs = outcome.configuration?.outputs
        #expect(outputs?.rules.isEmpty == false || outputs?.videoWalls.isEmpty == false, "\(text)")
    }

    @Test func everyBlockOfYAMLIsGood() throws {
        let page = try String(contentsOf: Self.docs.appending(path: "configuration.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(blocks.count >= 3)
        for block in blocks { check(block) }
    }

    @Test func theExampleFileIsGood() throws {
        check(try String(contentsOf: Self.docs.appending(path: "examples/config.yaml"), encoding: .utf8))
    }

    @Test func everyKeyIsDocumented() throws {
        let page = try String(contentsOf: Self.docs.appending(path: "configuration.md"), encoding: .utf8)
        let code = try ["ConfigurationParser", "PowerReader", "SpanParser", "WallParser"].map { file in
            let source = Self.docs.deletingLastPathComponent().appending(
                path: "Sources/Operation/Configuration/\(file).swift")
            return try String(contentsOf: source, encoding: .utf8)
        }.joined()
        let keys = code.matches(of: /fields\.(?:value|choice|integer|duration|list|node)\(\s*"([a-z-]+)"/).map {
            String($0.output.1)
        }
        #expect(keys.count > 15)
        for key in keys { #expect(page.contains(key), "docs/configuration.md does not name \(key)") }
    }
}
