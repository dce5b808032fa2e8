import Foundation
import PNGWriting
import Testing

@Suite struct NumberedFilesTests {
    @Test func theNumberGoesBeforeTheEnding() throws {
        #expect(try NumberedFiles("/nowhere/frame.png", count: 50)[7] == "/nowhere/frame-0007.png")
        #expect(try NumberedFiles("frame", count: 12_345)[7] == "frame-00007.png")
        #expect(try NumberedFiles("a.b/frame", count: 1)[1] == "a.b/frame-0001.png")
    }

    @Test func aFolderGetsNamesOfItsOwn() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "frames-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The first makes it, the second finds it.
        for path in [folder + "/", folder + "/", folder] {
            #expect(try NumberedFiles(path, count: 3)[3] == folder + "/frame-0003.png")
        }
        #expect(throws: PNGFile.Failure.self) { try NumberedFiles(folder + "/a/b/", count: 3) }
    }
}
