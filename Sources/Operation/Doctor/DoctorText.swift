import TextLayout

extension DoctorReport {
    /// The page for people.
    public func text(width: Int = 80, hasColor: Bool = false) -> String {
        page.text(width: width, hasColor: hasColor, needsSudo: !facts.viewer.isRoot)
    }

    public var page: DoctorPage { DoctorPage(host: facts.host, findings: findings) }
}

/// A report for people: of this machine, or of another one by its bundle.
public struct DoctorPage: Hashable, Sendable {
    public var host: MachineFacts.Host
    public var findings: [Finding]

    public init(host: MachineFacts.Host, findings: [Finding]) {
        self.host = host
        self.findings = findings
    }

    public var problemCount: Int { findings.count { $0.verdict == .problem } }

    /// Problems first and in capitals, each remedy on lines of its own that begin with `>`. What is to be typed or written
    /// stands on a line by itself, which is never broken.
    /// - Parameters:
    ///   - width: in columns, of all other lines.
    ///   - hasColor: for a terminal.
    ///   - needsSudo: whether the reader is not root, so that commands begin with `sudo`.
    public func text(width: Int = 80, hasColor: Bool = false, needsSudo: Bool = false) -> String {
        let notices = findings.count { $0.verdict == .notice }
        let problems = problemCount == 0 ? "no problems" : count(problemCount, "problem")
        let title =
            "vitrine \(host.version) on \(host.name), \(host.kernel): \(problems)"
            + (notices == 0 ? "" : ", \(count(notices, "notice"))")
        // Narrower than any terminal that people use; a word to a line would be no help.
        let width = max(width, 48)
        // Wide enough for all but the longest subjects, which get a line of their own.
        let widest = findings.map(\.subject.count).filter { $0 <= (width < 72 ? 9 : 18) }.max() ?? 0
        let layout = Layout(column: widest + 2, width: width, hasColor: hasColor, needsSudo: needsSudo)
        var lines = wrapped(title, indentation: 0, width: width).map(\.escaped)
        var last: Finding.Verdict?
        for finding in findings {
            // Each with its remedy is a paragraph.
            if finding.verdict != last || finding.verdict != .good { lines.append("") }
            last = finding.verdict
            lines += finding.lines(layout)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    fileprivate struct Layout {
        var column: Int
        var width: Int
        var hasColor: Bool
        var needsSudo: Bool
    }
}

extension Finding {
    fileprivate func lines(_ layout: DoctorPage.Layout) -> [String] {
        let mark = verdict == .problem ? "PROBLEM  " : "\(verdict.rawValue)".padded(to: 9)
        let indentation = mark.count + layout.column
        var lines: [String] = []
        var first = mark + subject.padded(to: layout.column)
        if subject.count > layout.column - 2 {
            lines.append(mark + subject)
            first = String(repeating: " ", count: indentation)
        }
        lines += wrapped(sentence, first: first, indentation: indentation, width: layout.width)
        for step in remedy?.steps ?? [] { lines += step.lines(indentation, layout) }
        lines = lines.map(\.escaped)
        if layout.hasColor { lines[0] = color + mark + "\u{1B}[0m" + lines[0].dropFirst(mark.count) }
        return lines
    }

    private var color: String {
        switch verdict {
        case .problem: "\u{1B}[1;31m"
        case .notice: "\u{1B}[33m"
        case .good: "\u{1B}[32m"
        }
    }
}

extension Remedy.Step {
    fileprivate func lines(_ indentation: Int, _ layout: DoctorPage.Layout) -> [String] {
        switch self {
        case .advice(let text):
            let lead = String(repeating: " ", count: indentation) + "> "
            return wrapped(text, first: lead, indentation: indentation + 2, width: layout.width)
        case .command(let text):
            return [whole((layout.needsSudo && !text.hasPrefix("sudo ") ? "sudo " : "") + text, indentation, layout)]
        case .line(let text): return [whole(text, indentation, layout)]
        }
    }

    /// A line that can be copied as it is. A long one begins further to the left, so that it fits if it can.
    private func whole(_ text: String, _ indentation: Int, _ layout: DoctorPage.Layout) -> String {
        String(repeating: " ", count: max(4, min(indentation + 4, layout.width - text.count))) + text
    }
}
