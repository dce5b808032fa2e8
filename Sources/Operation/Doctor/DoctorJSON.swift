import JSONCoding
import RecordedDevices

// The names and types of the members are described in docs/doctor.schema.json, which a test compares with them. Members
// are only ever added; where one has to change its meaning, `format` counts up.

extension DoctorReport {
    /// One JSON document, by `docs/doctor.schema.json`.
    public var json: String { body.text() }

    private var body: JSON {
        [
            "format": 1,
            "version": .string(facts.host.version),
            "host": .string(facts.host.name),
            "kernel": .string(facts.host.kernel),
            "problems": .integer(problemCount),
            "findings": .array(findings.map(\.json)),
            "facts": facts.json,
        ]
    }

    /// What is attached to a report of a fault: the findings, and all that is needed to look into them elsewhere.
    public func bundle(_ attachments: BundleAttachments) -> String {
        let snapshots = facts.cards.compactMap(\.snapshot)
        let bundle: JSON = [
            Recording.reportMark: 1,
            "version": .string(facts.host.version),
            "taken": .string(attachments.taken),
            "host": .string(facts.host.name),
            "kernel": .string(facts.host.kernel),
            Recording.reportDevices: Recording(devices: snapshots).json,
            "findings": .array(findings.map(\.json)),
            "facts": facts.json,
            "status": attachments.status.flatMap { try? JSONReader.value(of: $0) }.map(JSON.init) ?? .null,
            "files": .object(
                attachments.files.sorted { $0.key < $1.key }
                    .map { JSON.Member(name: $0.key, value: .string($0.value)) }),
            "journal": .array(attachments.journal.map { .string($0) }),
        ]
        return bundle.text()
    }
}

/// What a bundle has besides facts and findings.
public struct BundleAttachments: Hashable, Sendable {
    /// When it was made, by ISO 8601.
    public var taken: String
    /// The running program's `status.json`, as it is.
    public var status: [UInt8]?
    /// The text of configurations and playlists by path.
    public var files: [String: String]
    /// The last lines of the service's journal.
    public var journal: [String]

    public init(taken: String, status: [UInt8]? = nil, files: [String: String] = [:], journal: [String] = []) {
        self.taken = taken
        self.status = status
        self.files = files
        self.journal = journal
    }
}

extension Finding {
    fileprivate var json: JSON {
        [
            "code": .string(code.rawValue), "subject": .string(subject), "verdict": .string(verdict.rawValue),
            "sentence": .string(sentence), "remedy": JSON(remedy?.text),
            "steps": .array((remedy?.steps ?? []).map(\.json)),
        ]
    }
}

extension Remedy.Step {
    fileprivate var json: JSON {
        switch self {
        case .advice(let text): ["kind": "advice", "text": .string(text)]
        case .command(let text): ["kind": "command", "text": .string(text)]
        case .line(let text): ["kind": "line", "text": .string(text)]
        }
    }
}

extension JSON {
    /// A value that was read, its members in the order of their names.
    fileprivate init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let truth): .bool(truth)
            case .number(let text): Int(text).map(JSON.integer) ?? .number(Double(text) ?? .nan)
            case .string(let text): .string(text)
            case .array(let elements): .array(elements.map { JSON($0) })
            case .object(let members):
                .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: JSON($0.value)) })
            }
    }
}
