import Foundation
import Synchronization
import Testing

/// `vitrine identify`: what it asks a sign, and what it says of the answer.
@Suite struct IdentifyTests {
    private func status(process: Int32) -> String {
        """
        {"format": 1, "version": "0.1.0", "pid": \(process), "started": "2026-11-21T12:00:00Z", "ended": null,
         "session": {"kind": "none", "active": true},
         "devices": [{"path": "/dev/dri/card0", "driver": "i915", "renderer": "Mesa", "waiting": null, "screens": [
           {"connector": "HDMI-A-1", "monitor": "DEL U2720Q", "state": "lit", "mode": "1920x1080@60", "tried": [], "zones": []},
           {"connector": "HDMI-A-2", "monitor": null, "state": "disconnected", "tried": [], "zones": []}]}],
         "playlists": []}
        """
    }

    /// Takes the file away, as a sign does.
    private final class Sign: Sendable {
        let request = Mutex<String?>(nil)

        init(_ path: String) {
            DispatchQueue.global().async { [self] in
                for _ in 0..<1000 where request.withLock({ $0 }) == nil {
                    let text = try? String(contentsOfFile: path, encoding: .utf8)
                    request.withLock { $0 = text }
                    Thread.sleep(forTimeInterval: 0.01)
                }
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test func asksTheSign() throws {
        let folder = try Folder()
        let file = try folder.file("status.json", status(process: getpid()))
        let sign = Sign("\(folder.path)/identify")
        let program = try Program("identify", "--file", file, "--for", "20s")
        #expect(program.status == 0, "\(program.messages)")
        #expect(program.output == "for 20s on 1 screen:\n  HDMI-A-1 (DEL U2720Q)\n")
        #expect(sign.request.withLock { $0?.contains("\"until\"") } == true)
    }

    @Test func aSignThatDoesNotAnswer() throws {
        let folder = try Folder()
        let file = try folder.file("status.json", status(process: getpid()))
        let program = try Program("identify", "--file", file)
        #expect(program.status == 69)
        #expect(program.messages.contains("the sign does not answer (process \(getpid()))"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/identify"), "nothing stays behind")
    }

    @Test func nothingToEnd() throws {
        let folder = try Folder()
        let program = try Program("identify", "--for", "0s", "--file", "\(folder.path)/status.json")
        #expect(program.status == 69 && program.messages.contains("no sign plays"))
    }

    @Test(arguments: ["61min", "x"])
    func timesThatAreNone(_ time: String) throws {
        #expect(try Program("identify", "--for", time).status == 64)
    }

    /// Where no sign plays it drives the screens itself, for the time and no longer.
    @Test func byItself() throws {
        let program = try Program(
            "identify", "--backend", "headless", "--outputs", "640x480@60,800x600@60", "--for", "3s")
        #expect(program.status == 0, "\(program.messages)")
        #expect(program.messages.contains("Virtual-1: lit at 640x480@"))
        #expect(program.messages.contains("Virtual-2: lit at 800x600@"))
    }
}
