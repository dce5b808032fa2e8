import StatusFile
import Testing

@testable import SignPlayer

@Suite struct LeakTests {
    /// As `Player.play` has it: a sign that has ended leaves nothing behind that goes on.
    @Test(arguments: [true, false]) func aSignThatHasEndedIsGone(isUnattended: Bool) throws {
        weak var service: Service?
        do {
            let sign = try Sign()
            try sign.write("menu.yaml", sign.red)
            sign.step("it plays", when: { sign.status?.playlists.first?.mode == .playlist })
            try sign.play("menu.yaml", isUnattended: isUnattended)
            service = sign.service
        }
        #expect(service == nil)
    }
}
