/// What is right and wrong with a machine, the worst first.
public struct DoctorReport: Hashable, Sendable {
    public var facts: MachineFacts
    /// Problems, then notices, then what is good. What others most probably follow from comes first among the problems and
    /// among the notices; what is good goes from the devices to the content to the machine.
    public var findings: [Finding]

    public init(_ facts: MachineFacts) {
        self.facts = facts
        let all =
            facts.deviceFindings + facts.screenFindings + facts.seatFindings + facts.serviceFindings
            + facts.contentFindings + facts.hardwareFindings + facts.viewFindings
        findings = Finding.Verdict.allCases.flatMap { verdict in
            let some = all.filter { $0.verdict == verdict }
            guard verdict != .good else { return some }
            return some.enumerated().sorted { a, b in
                (a.element.code.distanceFromCause, a.offset) < (b.element.code.distanceFromCause, b.offset)
            }.map(\.element)
        }
    }

    public var problemCount: Int { findings.count { $0.verdict == .problem } }
}

extension MachineFacts {
    /// What could not be seen.
    fileprivate var viewFindings: [Finding] {
        var findings = unanswered.map { part in
            Finding.problem(
                .unanswered, part, "it did not answer in time, so nothing is known of it",
                remedy: "mostly a disk, a network share or a driver hangs; the last lines name it:"
                    + .run("dmesg -T | tail -n 50", "reboot"))
        }
        if !viewer.isRoot, !cards.isEmpty, cards.contains(where: { $0.master == nil }) {
            findings.append(
                .notice(
                    .limitedView, "view", "\(viewer.account.name) does not see which program drives the screens",
                    remedy: .run("sudo vitrine doctor")))
        }
        return findings
    }
}
