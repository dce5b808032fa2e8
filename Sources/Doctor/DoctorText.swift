import TextLayout

extension DoctorReport {
    /// The page: at most 80 columns, problems first and in capitals, each remedy on a line of its own that begins
    /// with `>`.
    /// - Parameter hasColour: for a terminal.
    public func text(hasColour: Bool = false) -> String {
        let (host, notices) = (facts.host, findings.count { $0.verdict == .notice })
        let problems = problemCount == 0 ? "no problems" : count(problemCount, "problem")
        let title =
            "vitrine \(host.version) on \(host.name), \(host.kernel): \(problems)"
            + (notices == 0 ? "" : ", \(count(notices, "notice"))")
        // Wide enough for all but the longest subjects, which get a line of their own.
        let column = (findings.map(\.subject.count).filter { $0 <= 18 }.max() ?? 0) + 2
        var lines = wrapped(title, indentation: 0, width: 80)
        var last: Finding.Verdict?
        for finding in findings {
            if finding.verdict != last { lines.append("") }
            last = finding.verdict
            lines += finding.lines(column: column, hasColour: hasColour)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Finding {
    fileprivate func lines(column: Int, hasColour: Bool) -> [String] {
        let mark = verdict == .problem ? "PROBLEM  " : "\(verdict.rawValue)".padded(to: 9)
        let indentation = mark.count + column
        var lines: [String] = []
        var first = mark + subject.padded(to: column)
        if subject.count > column - 2 {
            lines.append(mark + subject)
            first = String(repeating: " ", count: indentation)
        }
        lines += wrapped(sentence, first: first, indentation: indentation, width: 80)
        if let remedy {
            let lead = String(repeating: " ", count: indentation)
            lines += wrapped(remedy, first: lead + "> ", indentation: indentation + 2, width: 80)
        }
        if hasColour { lines[0] = colour + mark + "\u{1B}[0m" + lines[0].dropFirst(mark.count) }
        return lines
    }

    private var colour: String {
        switch verdict {
        case .problem: "\u{1B}[1;31m"
        case .notice: "\u{1B}[33m"
        case .good: "\u{1B}[32m"
        }
    }
}
