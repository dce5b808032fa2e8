import Foundation
import Testing

/// What `vitrine doctor --bundle` takes along, and how it is written.
@Suite struct BundleTests {
    /// The names and texts of the files in it.
    private func files(_ playlist: String, in folder: Folder) throws -> [String: String] {
        let path = "\(folder.path)/report.json"
        // Whatever else is wrong with this machine, the bundle is written.
        _ = try Program("doctor", playlist, "--bundle", path)
        let report = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any]
        return try #require(report?["files"] as? [String: String])
    }

    @Test func playlistsOfTheFolderAreInIt() throws {
        let folder = try Folder()
        let list = try folder.file("show/list.yaml", "items: [more/other.yaml]\n")
        let other = try folder.file("show/more/other.yaml", "items: []\n")
        let outside = try folder.file("shared/common.yaml", "items: []\n")
        let far = try folder.file("show/far.yaml", "items: [../shared/common.yaml]\n")
        #expect(Set(try files(list, in: folder).keys) == [list, other])
        #expect(Set(try files(far, in: folder).values) == ["items: [../shared/common.yaml]\n", "items: []\n"])
        _ = outside
    }

    @Test func linksLeadToNothing() throws {
        let folder = try Folder()
        let secret = try folder.file("secrets/list.yaml", "items: [] # secret\n")
        try folder.file("show/list.yaml", "items: [link.yaml, links/list.yaml]\n")
        try folder.link("show/link.yaml", to: secret)
        try folder.link("show/links", to: "\(folder.path)/secrets")
        let found = try files("\(folder.path)/show/list.yaml", in: folder)
        #expect(!found.values.contains { $0.contains("secret") }, "\(found)")
        #expect(found.count == 1)
    }

    @Test(arguments: [
        "password: secret\n", "root:$6$secret:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n", "[secret\n",
        "secret\n", "{\"token\": \"secret\"}",
    ])
    func whatIsNoPlaylistIsNot(text: String) throws {
        let folder = try Folder()
        try folder.file("secret.yaml", text)
        let list = try folder.file("list.yaml", "items: [secret.yaml]\n")
        let found = try files(list, in: folder)
        #expect(!found.values.contains { $0.contains("secret:") || $0 == text }, "\(found)")
    }

    @Test func theFileIsItsOwnersAndReplacedWhole() throws {
        let folder = try Folder()
        let list = try folder.file("list.yaml", "items: []\n")
        let victim = try folder.file("victim", "untouched")
        let path = "\(folder.path)/report.json"
        try folder.link("report.json", to: victim)
        for _ in 0..<2 {
            _ = try files(list, in: folder)
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "untouched")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
            // One that everybody may read is replaced as well.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        }
    }
}
