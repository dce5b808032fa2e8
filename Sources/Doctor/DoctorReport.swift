/// What is right and wrong with a machine, the worst first.
public struct DoctorReport: Hashable, Sendable {
    public var facts: MachineFacts
    /// Problems, then notices, then what is good; each from the devices to the content to the machine.
    public var findings: [Finding]

    public init(_ facts: MachineFacts) {
        self.facts = facts
        let all =
            facts.deviceFindings + facts.screenFindings + facts.seatFindings + facts.serviceFindings
            + facts.contentFindings + facts.hardwareFindings + facts.viewFindings
        findings = Finding.Verdict.allCases.flatMap { verdict in all.filter { $0.verdict == verdict } }
    }

    public var problemCount: Int { findings.count { $0.verdict == .problem } }
}

extension MachineFacts {
    /// What could not be seen.
    fileprivate var viewFindings: [Finding] {
        var findings = unanswered.map { part in
            Finding.problem(
                .unanswered, part, "it did not answer in time, so nothing is known of it",
                remedy: "dmesg -T | tail -n 50 mostly names what hangs: a disk, a network share, a driver; then: reboot"
            )
        }
        if !viewer.isRoot, !cards.isEmpty, cards.contains(where: { $0.master == nil }) {
            findings.append(
                .notice(
                    .limitedView, "view", "\(viewer.account.name) does not see which program drives the screens",
                    remedy: "sudo vitrine doctor"))
        }
        return findings
    }
}
