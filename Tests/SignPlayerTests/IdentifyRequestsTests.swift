import Foundation
import JSONCoding
import LinuxSystem
import StatusFile
import Testing
import Timing

@testable import SignPlayer

/// A sign that is asked which screen is which, by a file in its runtime folder.
@Suite(.serialized) struct IdentifyRequestsTests {
    private let playlist = "sync: start\nitems: [{colour: '#ff0000', duration: 1h}]"

    private func isLit(_ sign: Sign) -> Bool { sign.status?.devices.first?.screens.first?.zones.first?.shows != nil }

    private func request(_ sign: Sign, _ text: String) throws { try sign.write("identify", text) }

    private func text(for length: Duration) -> String {
        IdentifyRequest(until: EventLoop.now + length).json.text()
    }

    private func isTaken(_ sign: Sign) -> Bool { !FileManager.default.fileExists(atPath: sign.path("identify")) }

    @Test func theFileIsTaken() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", playlist)
        sign.step("it plays", when: { isLit(sign) }) { try request(sign, text(for: .seconds(30))) }
        sign.step(untilLogged: "each screen says which one it is, for 30 s")
        sign.step("the file is gone", when: { isTaken(sign) }) { try request(sign, text(for: .zero)) }
        sign.step("again", when: { isTaken(sign) })
        try sign.play("menu.yaml")
    }

    @Test func oneFromBeforeTheStartCounts() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", playlist)
        try request(sign, text(for: .seconds(20)))
        sign.step(untilLogged: "each screen says which one it is, for 20 s")
        sign.step("the file is gone", when: { isTaken(sign) })
        try sign.play("menu.yaml")
    }

    @Test func aStaleOneIsRemovedWithoutAWord() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", playlist)
        try request(sign, text(for: .seconds(-60)))
        sign.step("it plays", when: { isLit(sign) })
        sign.step("the file is gone", when: { isTaken(sign) })
        try sign.play("menu.yaml")
        #expect(!sign.lines.contains { $0.contains("which one it is") || $0.contains("identify") }, "\(sign.lines)")
    }

    @Test(arguments: ["nonsense", "{\"until\": 9223372036854775807}"])
    func whatIsNoRequestIsReportedAndRemoved(_ text: String) throws {
        let sign = try Sign()
        try sign.write("menu.yaml", playlist)
        sign.step("it plays", when: { isLit(sign) }) { try request(sign, text) }
        sign.step(untilLogged: "identify: ignored: ")
        sign.step("the file is gone", when: { isTaken(sign) })
        try sign.play("menu.yaml")
    }
}
