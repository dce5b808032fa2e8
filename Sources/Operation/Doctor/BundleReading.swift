import JSONCoding

extension DoctorPage {
    /// The page of another machine, from its bundle or from what `--json` printed there. Nil for anything else.
    public init?(recorded bytes: [UInt8]) {
        guard let root = try? JSONReader.value(of: bytes), case .array(let findings)? = root["findings"],
            let version = root["version"]?.text
        else { return nil }
        let taken = root["taken"]?.text.map { ", recorded \($0)" } ?? ""
        host = MachineFacts.Host(
            name: root["host"]?.text ?? "another machine", kernel: (root["kernel"]?.text ?? "Linux") + taken,
            version: version)
        self.findings = findings.compactMap(Finding.init)
    }
}

extension Finding {
    /// Nil for one of another version that has codes unknown to this one.
    fileprivate init?(_ value: JSONValue) {
        guard let code = value["code"]?.text.flatMap(Code.init), let subject = value["subject"]?.text,
            let verdict = value["verdict"]?.text.flatMap(Verdict.init), let sentence = value["sentence"]?.text
        else { return nil }
        self.init(code: code, subject: subject, verdict: verdict, sentence: sentence)
        if case .array(let steps)? = value["steps"], !steps.isEmpty {
            remedy = Remedy(steps.compactMap(Remedy.Step.init))
        } else {
            remedy = value["remedy"]?.text.map { Remedy([.advice($0)]) }
        }
    }
}

extension Remedy.Step {
    fileprivate init?(_ value: JSONValue) {
        guard let text = value["text"]?.text else { return nil }
        switch value["kind"]?.text {
        case "command": self = .command(text)
        case "line": self = .line(text)
        default: self = .advice(text)
        }
    }
}
