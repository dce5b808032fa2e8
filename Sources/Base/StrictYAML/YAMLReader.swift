import CYAML

/// Reads a text as one YAML document with libyaml. JSON is YAML too.
///
/// The work is bounded whatever the text: its length, its depth and the number of nodes have limits, and an alias counts
/// as much as what it stands for. There are no directives: libyaml compares each with all before it.
@safe package struct YAMLReader: ~Copyable {
    /// How much of a text is read. More is an error.
    package struct Limits: Sendable {
        /// Of the text, in bytes.
        package var bytes: Int
        /// How many values it may hold.
        package var nodes: Int
        /// How many lists and mappings may lie in one another.
        package var depth = 32

        package init(bytes: Int = 1 << 20, nodes: Int = 50_000) {
            self.bytes = bytes
            self.nodes = nodes
        }
    }

    private let limits: Limits
    private let text: [UInt8]
    /// Of one value, in bytes: a path is no longer (PATH_MAX), and messages repeat it.
    private static let longestText = 4096

    @unsafe private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var anchors: [String: YAMLNode] = [:]
    private var nodeCount = 0

    /// Nil for a text without any document.
    package static func read(_ text: [UInt8], limits: Limits = Limits()) throws(TextIssue) -> YAMLNode? {
        guard text.count <= limits.bytes else {
            throw TextIssue(
                .error, at: TextPosition(line: 1, column: 1), "the file is longer than \(limits.bytes >> 20) MiB")
        }
        if let directive = TextLines.directive(in: text) {
            throw TextIssue(
                .error, at: directive,
                "a line that begins with % is a YAML directive, of which none has a use here; delete it, or put the text "
                    + "in quotation marks and indent it")
        }
        var reader = YAMLReader(text, limits)
        var result: Result<YAMLNode?, TextIssue> = .success(nil)
        // libyaml keeps the pointer until the last event.
        unsafe text.withUnsafeBufferPointer { bytes in
            unsafe yaml_parser_set_input_string(reader.parser, bytes.baseAddress, bytes.count)
            do throws(TextIssue) { result = .success(try reader.document()) } catch { result = .failure(error) }
        }
        return try result.get()
    }

    private init(_ text: [UInt8], _ limits: Limits) {
        self.text = text
        self.limits = limits
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser_t())
        unsafe yaml_parser_initialize(parser)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    /// What of an event is needed, copied out of libyaml's memory.
    private struct Event {
        var type: yaml_event_type_t
        var position: TextPosition
        var text = ""
        var isQuoted = false
        /// Whether it is text without quotation marks that goes on in further lines.
        var isContinued = false
        var anchor: String?
    }

    private func next() throws(TextIssue) -> Event {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else {
            throw issue
        }
        defer { unsafe yaml_event_delete(&event) }
        var result = unsafe Event(type: event.type, position: Self.position(event.start_mark))
        switch unsafe event.type {
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            guard unsafe scalar.length <= Self.longestText else {
                throw TextIssue(.error, at: result.position, "this text is longer than \(Self.longestText) bytes")
            }
            result.text = unsafe String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            result.isQuoted = unsafe scalar.style != YAML_PLAIN_SCALAR_STYLE
            result.isContinued = unsafe !result.isQuoted && event.end_mark.line > event.start_mark.line
            result.anchor = unsafe Self.text(scalar.anchor)
        case YAML_SEQUENCE_START_EVENT: result.anchor = unsafe Self.text(event.data.sequence_start.anchor)
        case YAML_MAPPING_START_EVENT: result.anchor = unsafe Self.text(event.data.mapping_start.anchor)
        case YAML_ALIAS_EVENT: result.anchor = unsafe Self.text(event.data.alias.anchor)
        default: break
        }
        return result
    }

    /// What stopped libyaml.
    private var issue: TextIssue {
        let error = unsafe parser.pointee
        let problem = unsafe error.problem.map { unsafe String(cString: $0) } ?? "it is no YAML"
        guard unsafe error.error != YAML_READER_ERROR else {
            return TextLines.unreadable(text, at: unsafe error.problem_offset)
        }
        let beginning = unsafe error.context == nil ? nil : Self.position(error.context_mark)
        let place = unsafe Self.position(error.problem_mark)
        return YAMLMistake(problem, at: place, beginning: beginning, in: text).issue
    }

    private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        unsafe bytes.map { unsafe String(cString: $0) }
    }

    private static func position(_ mark: yaml_mark_t) -> TextPosition {
        TextPosition(line: mark.line + 1, column: mark.column + 1)
    }

    private mutating func document() throws(TextIssue) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            let event = try next()
            switch event.type {
            case YAML_STREAM_END_EVENT: return root
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: break
            case YAML_DOCUMENT_START_EVENT:
                guard root == nil else {
                    throw TextIssue(.error, at: event.position, "a second document begins here; only one is allowed")
                }
            default: root = try node(event, depth: 0)
            }
        }
    }

    private mutating func node(_ event: Event, depth: Int) throws(TextIssue) -> YAMLNode {
        guard depth < limits.depth else {
            throw TextIssue(.error, at: event.position, "lists and mappings are nested too deeply")
        }
        var result: YAMLNode
        switch event.type {
        case YAML_ALIAS_EVENT:
            guard let target = event.anchor.flatMap({ anchors[$0] }) else {
                throw TextIssue(
                    .error, at: event.position,
                    "there is no anchor '\(event.anchor ?? "")' above; put text that begins with * in quotation marks"
                )
            }
            result = target
            try count(result.count, event.position)
            return result
        case YAML_SEQUENCE_START_EVENT:
            var (elements, total) = ([YAMLNode](), 1)
            while case let element = try next(), element.type != YAML_SEQUENCE_END_EVENT {
                elements.append(try node(element, depth: depth + 1))
                total += elements[elements.count - 1].count
            }
            result = YAMLNode(kind: .sequence(elements), position: event.position, count: total)
        case YAML_MAPPING_START_EVENT:
            var (pairs, total) = ([(key: YAMLNode, value: YAMLNode)](), 1)
            while case let first = try next(), first.type != YAML_MAPPING_END_EVENT {
                let key = try node(first, depth: depth + 1)
                let value = try node(try next(), depth: depth + 1)
                pairs.append((key, value))
                total += key.count + value.count
            }
            result = YAMLNode(kind: .mapping(pairs), position: event.position, count: total)
        default:
            result = YAMLNode(
                kind: .scalar(event.text, isQuoted: event.isQuoted), position: event.position, count: 1)
            result.isContinued = event.isContinued
        }
        try count(1, event.position)
        if let anchor = event.anchor { anchors[anchor] = result }
        return result
    }

    private mutating func count(_ nodes: Int, _ position: TextPosition) throws(TextIssue) {
        nodeCount += nodes
        guard nodeCount <= limits.nodes else {
            throw TextIssue(.error, at: position, "the file has more than \(limits.nodes) values")
        }
    }
}
