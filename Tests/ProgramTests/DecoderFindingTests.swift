import BuiltInContent
import Foundation
import Testing

/// What `vitrine doctor` says of decoders that are not there: of that of videos only where a playlist has some.
@Suite struct DecoderFindingTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.file("media/film.mp4", "")
        try Data(BuiltInContent.film).write(to: URL(filePath: "\(folder.path)/media/film.mp4"))
        try folder.file("film.yaml", "items: [media/film.mp4]")
        try folder.file("colour.yaml", "items: [{colour: '#336699'}]")
    }

    /// The subjects of findings, and why no video can be decoded.
    /// - Parameter program: as a shell knows it.
    private func diagnosis(of playlist: String, by program: String) throws -> (broken: [String], fault: String?) {
        let ended = try Program(shell: "\(program) doctor --json \(folder.path)/\(playlist)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any], "\(ended.messages)")
        let findings = try #require(report["findings"] as? [[String: Any]])
        let facts = try #require(report["facts"] as? [String: Any])
        return (
            findings.filter { $0["code"] as? String == "decoder-broken" }.compactMap { $0["subject"] as? String },
            facts["video_decoder_fault"] as? String
        )
    }

    @Test func aMissingDecoderOfVideosIsFoundWhereItIsNeeded() throws {
        #expect(try diagnosis(of: "film.yaml", by: "$vitrine") == ([], nil))
        // Decoders are looked for beside the program itself.
        let copied = try Program(
            shell: "mkdir \(folder.path)/bin; for name in $vitrine $vitrine-decode; do cp -l $name \(folder.path)/bin "
                + "2>/dev/null || cp $name \(folder.path)/bin; done")
        #expect(copied.status == 0, "\(copied.messages)")
        let program = "\(folder.path)/bin/vitrine"
        #expect(try diagnosis(of: "colour.yaml", by: program) == ([], nil))
        let (broken, fault) = try diagnosis(of: "film.yaml", by: program)
        #expect(broken == ["vitrine-decode-video"])
        #expect(
            fault?.hasPrefix("vitrine-decode-video is neither \(folder.path)/bin/vitrine-decode-video nor ") == true)
    }
}
