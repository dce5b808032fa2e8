import Foundation

@testable import Scheduling

/// What `scripts/make-schedule-fixtures` wrote.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: Bundle.module.bundleURL.appending(path: "Fixtures/\(name)")))
    }

    /// The lines of a file, each in its columns.
    static func rows(_ name: String, separator: Character = "\t") throws -> [[String]] {
        String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        }
    }

    enum Form: String, CaseIterable { case fat, slim }

    static func zone(_ name: String, _ form: Form = .fat) throws -> TimeZoneRules {
        try TimeZoneRules(
            name: name, tzif: try bytes("zones/\(name.replacingOccurrences(of: "/", with: "-")).\(form)"))
    }
}
