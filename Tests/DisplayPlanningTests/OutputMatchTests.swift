import DisplayModel
import DisplayPlanning
import EDID
import Testing

@Suite struct OutputMatchTests {
    private let dell = MonitorIdentity(
        manufacturer: "DEL", productCode: 0x40F4, serialNumber: 808_793_164, serialText: "5K1XN13", name: "DELL U2720Q")

    @Test func everyPartThatIsGivenMustFit() {
        let match = OutputMatch(
            connector: TextPattern("DP-*"), manufacturer: MakerPattern(letters: "del"), product: 0x40F4,
            serial: TextPattern("5K1XN13"), name: TextPattern("*u2720q"))
        #expect(match.fits(connector: "DP-1", monitor: dell))
        #expect(!match.fits(connector: "HDMI-A-1", monitor: dell))
        var other = dell
        other.serialText = "5K1XN14"
        #expect(!match.fits(connector: "DP-1", monitor: other))
        #expect(!match.fits(connector: "DP-1", monitor: nil), "a monitor without an identity matches no serial number")
    }

    @Test func theSerialNumberFitsAsTextOrAsNumber() {
        #expect(OutputMatch(serial: TextPattern("808793164")).fits(connector: "DP-1", monitor: dell))
    }

    @Test func aMonitorKeepsItsWishOnEveryConnector() {
        var configuration = OutputConfiguration()
        configuration.frameInterval = 2
        let configurations = OutputConfigurations(rules: [
            .init(OutputMatch(serial: TextPattern("5K1XN13")), configuration)
        ])
        #expect(configurations[connector: "DP-1", monitor: dell] == configuration)
        #expect(configurations[connector: "HDMI-A-2", monitor: dell] == configuration)
        #expect(configurations[connector: "DP-1", monitor: nil] == OutputConfiguration())
    }

    @Test func theFirstRuleThatFitsDecides() {
        var (first, second) = (OutputConfiguration(), OutputConfiguration())
        (first.isOff, second.frameInterval) = (true, 3)
        let configurations = OutputConfigurations(rules: [
            .init(OutputMatch(connector: TextPattern("DP-2")), first), .init(.all, second),
        ])
        #expect(configurations[connector: "DP-2", monitor: dell] == first)
        #expect(configurations[connector: "DP-1", monitor: dell] == second)
    }

    @Test(arguments: [
        ("*", "", true), ("*", "anything", true), ("", "", true), ("", "x", false), ("DP-?", "DP-1", true),
        ("DP-?", "DP-12", false), ("*-A-*", "HDMI-A-1", true), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxbyy", false),
        ("hdmi-a-1", "HDMI-A-1", true), ("**x", "aax", true), ("x*", "ax", false),
    ])
    func patterns(pattern: String, text: String, fits: Bool) {
        #expect(TextPattern(pattern).matches(text) == fits)
    }

    @Test func aPatternOfManyStarsTakesNoLonger() {
        let pattern = TextPattern(String(repeating: "*a", count: 2000) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4000)))
    }
}
