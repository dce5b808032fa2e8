import CLinux
import Glibc
import LinuxSystem
import Testing

@testable import SeatSession

/// A keyboard whose settings a test looks at, and which can refuse them.
private final class FakeKeys: TerminalKeys {
    var current: Int32
    var flags: tcflag_t
    var refusal: SystemError?

    init(mode: Int32 = Int32(K_UNICODE), flags: Int32 = ISIG | ICANON | ECHO) {
        current = mode
        self.flags = tcflag_t(flags)
    }

    func mode() throws(SystemError) -> Int32 { current }

    func setMode(_ mode: Int32) throws(SystemError) {
        if let refusal { throw refusal }
        current = mode
    }

    func attributes() throws(SystemError) -> termios {
        var attributes = termios()
        attributes.c_lflag = flags
        return attributes
    }

    func setAttributes(_ attributes: termios) throws(SystemError) { flags = attributes.c_lflag }

    func has(_ flag: Int32) -> Bool { flags & tcflag_t(flag) != 0 }
}

@Suite struct TerminalKeyboardTests {
    @Test func offMeansThatNoKeyDoesAnything() throws {
        let keys = FakeKeys()
        let keyboard = TerminalKeyboard(keys)
        try keyboard.turnOff()
        #expect(keys.current == Int32(K_OFF))
        #expect(!keys.has(ISIG) && !keys.has(ECHO) && !keys.has(ICANON))
    }

    @Test(arguments: [K_UNICODE, K_XLATE]) func whatWasFoundIsSetBack(mode: Int32) throws {
        let keys = FakeKeys(mode: mode, flags: ISIG | ICANON)
        let keyboard = TerminalKeyboard(keys)
        try keyboard.turnOff()
        try keyboard.restore()
        #expect(keys.current == mode)
        #expect(keys.has(ISIG) && keys.has(ICANON) && !keys.has(ECHO))
    }

    @Test func whatAKilledProcessHasLeftIsNotTakenForTheFormerState() throws {
        let keys = FakeKeys()
        try TerminalKeyboard(keys).turnOff()
        let next = TerminalKeyboard(keys)
        try next.turnOff()
        try next.restore()
        #expect(keys.current == Int32(K_UNICODE))
        #expect(keys.has(ISIG) && keys.has(ICANON) && keys.has(ECHO))
    }

    @Test func theRestIsSetBackWhereTheModeIsRefused() throws {
        let keys = FakeKeys()
        let keyboard = TerminalKeyboard(keys)
        try keyboard.turnOff()
        keys.refusal = SystemError("KDSKBMODE", "tty1", code: EPERM)
        #expect(throws: SystemError.self) { try keyboard.restore() }
        #expect(keys.has(ISIG))
    }

    @Test func nothingIsSetBackThatWasNotChanged() throws {
        let keys = FakeKeys(mode: Int32(K_XLATE), flags: ECHO)
        try TerminalKeyboard(keys).restore()
        #expect(keys.current == Int32(K_XLATE) && keys.flags == tcflag_t(ECHO))
    }

    @Test func aKeyboardThatASeatHasSwitchedOffIsSwitchedOn() throws {
        let keys = FakeKeys(mode: Int32(K_OFF))
        try TerminalKeyboard(keys).turnOn()
        #expect(keys.current == Int32(K_UNICODE))
        keys.current = Int32(K_XLATE)
        try TerminalKeyboard(keys).turnOn()
        #expect(keys.current == Int32(K_XLATE))
    }
}
