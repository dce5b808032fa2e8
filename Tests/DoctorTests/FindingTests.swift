import DisplayModel
import StatusFile
import Testing

@testable import Doctor

/// A machine with one thing wrong, and all that is to be said of it besides what is good.
struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout MachineFacts) throws -> Void
    /// `verdict code subject: part of the sentence > part of the remedy`
    let findings: [String]

    init(_ name: String, _ findings: String..., change: @escaping @Sendable (inout MachineFacts) throws -> Void) {
        testDescription = name
        self.findings = findings
        self.change = change
    }

    func isTold(_ expected: String, by finding: Finding) -> Bool {
        let parts = expected.split(separator: ": ", maxSplits: 1).map(String.init)
        let words = (parts.count == 2 ? parts[1] : "").split(separator: " > ", maxSplits: 1).map(String.init)
        return parts[0] == "\(finding.verdict.rawValue) \(finding.code.rawValue) \(finding.subject)"
            && finding.sentence.contains(words.first ?? "")
            && (words.count < 2 || finding.remedy?.text.contains(words[1]) == true)
    }
}

@Suite struct FindingTests {
    @Test func nothingIsSaidAgainstAHealthyMachine() throws {
        let report = DoctorReport(try healthyMachine())
        #expect(report.findings.filter { $0.verdict != .good } == [])
        #expect(report.problemCount == 0)
        let subjects = report.findings.map(\.subject)
        for subject in [
            "/dev/dri/card0", "HDMI-A-1", "seat", "vitrine.service", "clock", "/dev/sda1", "memory", "temperature",
        ] {
            #expect(subjects.contains(subject))
        }
    }

    @Test(arguments: deviceTroubles + screenTroubles + seatTroubles + serviceTroubles + machineTroubles)
    func eachTroubleIsToldWithItsRemedy(_ trouble: Trouble) throws {
        var facts = try healthyMachine()
        try trouble.change(&facts)
        let told = DoctorReport(facts).findings.filter { $0.verdict != .good }
        #expect(told.count == trouble.findings.count, "\(told)")
        for (expected, finding) in zip(trouble.findings, told) {
            #expect(trouble.isTold(expected, by: finding), "\(finding) is not: \(expected)")
        }
        for problem in told where problem.verdict == .problem { #expect(problem.remedy != nil, "\(problem)") }
    }

    @Test func theWorstComesFirst() throws {
        var facts = try healthyMachine()
        facts.clock?.isSynchronised = false
        facts.sensors[0].temperature = 104_000
        facts.cards[0].master = .process(.init(id: 200, name: "plymouthd"))
        let report = DoctorReport(facts)
        #expect(report.findings.map(\.verdict) == report.findings.map(\.verdict).sorted())
        #expect(report.findings.prefix(3).map(\.code) == [.otherMaster, .hot, .clockUnsynchronised])
    }

    /// Who does not know Linux well has to be told what to type, or which file to change.
    @Test(arguments: deviceTroubles + screenTroubles + seatTroubles + serviceTroubles + machineTroubles)
    func eachRemedyNamesACommandOrAFile(_ trouble: Trouble) throws {
        var facts = try healthyMachine()
        try trouble.change(&facts)
        for remedy in DoctorReport(facts).findings.compactMap(\.remedy) {
            #expect(remedy.isHelpful, "\(remedy.text)")
        }
    }

    /// Programs that watch many signs rely on the codes.
    @Test func everyCodeIsToldOfSomething() throws {
        var told: Set<Finding.Code> = []
        let troubles = deviceTroubles + screenTroubles + seatTroubles + serviceTroubles + machineTroubles
        for trouble in troubles {
            var facts = try healthyMachine()
            try trouble.change(&facts)
            told.formUnion(DoctorReport(facts).findings.map(\.code))
        }
        #expect(Set(Finding.Code.allCases).subtracting(told) == [])
    }
}
