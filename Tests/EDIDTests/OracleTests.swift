import EDID
import Testing

@Suite("Agreement with edid-decode")
struct OracleTests {
    /// The one with a reversed range and a text ended by NUL is about issues; edid-decode prints it as it is.
    @Test(arguments: Fixture.allCases.filter { $0 != .careless })
    func `says the same as edid-decode`(of fixture: Fixture) throws {
        let expected = try EdidDecode.facts(inReport: fixture.report)
        #expect(expected.count > 12)
        #expect(try EdidDecode.facts(of: fixture.edid) == expected)
    }
}
