import Foundation
import LiveData
import Scheduling
import Testing
import Timing

@testable import TextTemplates

/// The examples of docs/text-templates.md show what the page says.
@Suite("The page about templates")
struct PageTests {
    private static func page() throws -> String {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: top.appending(path: "docs/text-templates.md"), encoding: .utf8)
    }

    @Test func examples() throws {
        let page = try Self.page()
        let block = try #require(page.components(separatedBy: "```json\n").last?.components(separatedBy: "\n```").first)
        guard case .map(let values) = try FeedReader.value(of: Array(block.utf8), as: .json) else {
            Issue.record("the data is no map")
            return
        }
        let context = TemplateContext(
            zone: try TimeZoneRules.named("Europe/Berlin"), locale: .english, values: values)
        let bar = "\u{1}"
        let rows = page.replacing("\\|", with: bar).split(separator: "\n").compactMap { line -> (String, String)? in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.replacing(bar, with: "|").trimmingCharacters(in: .whitespaces)
            }
            guard cells.count > 3, cells[1].hasPrefix("`"), cells[1].contains("{") else { return nil }
            return (String(cells[1].dropFirst().dropLast()), String(cells[2].dropFirst().dropLast()))
        }
        #expect(rows.count > 45)
        for (written, expected) in rows {
            let template = try TextTemplate(parsing: written, roots: ["train", "data"])
            #expect(template.warnings.isEmpty)
            let text = template.text(for: context, at: instant("2026-11-23T13:05:09Z"), isolating: false)
            // Between a time and its half of the day CLDR has a narrow blank that does not break.
            #expect(text?.replacing("\u{202F}", with: " ") == expected, "\(written)")
        }
    }

    @Test("The page names each letter, style and option")
    func completeness() throws {
        let page = try Self.page()
        for letter in "yMLdEcewYDQHkhKamsXx" {
            #expect(
                page.contains("`\(letter)") || page.contains(" \(letter)") || page.contains(":\(letter)"), "\(letter)")
        }
        for word in DateStyle.allCases.map(\.rawValue) + ["zone=", "locale=", "show=", "until", "since"]
            + TextTemplate.usualRoots
        {
            #expect(page.contains(word), "\(word)")
        }
        #expect(page.contains("\(LocaleTable.names.count) languages and regions"))
    }
}
