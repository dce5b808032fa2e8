import JSONCoding

/// A value of a recording with its path, so that whoever finds it wrong can say where it is.
struct RecordedValue {
    let value: JSONValue
    let path: String

    func error(_ reason: String) -> RecordingError {
        RecordingError(place: .value(path: path), reason: reason)
    }

    // MARK: - Objects and arrays

    /// A member that must be there; null is as good as nothing.
    func member(_ name: String) throws(RecordingError) -> RecordedValue {
        guard let member = try optional(name) else { throw error("there is no '\(name)'") }
        return member
    }

    /// A member that may be missing, or null, which means the same.
    func optional(_ name: String) throws(RecordingError) -> RecordedValue? {
        guard case .object(let members) = value else { throw error("an object should be here, not \(value.kind)") }
        guard let member = members[name], member != .null else { return nil }
        return RecordedValue(value: member, path: path.isEmpty ? name : "\(path).\(name)")
    }

    /// An object's members by name, the order of which JSON leaves open.
    var members: [(name: String, value: RecordedValue)] {
        get throws(RecordingError) {
            guard case .object(let members) = value else { throw error("an object should be here, not \(value.kind)") }
            return members.sorted { $0.key < $1.key }.map { name, member in
                (name, RecordedValue(value: member, path: path.isEmpty ? name : "\(path).\(name)"))
            }
        }
    }

    func map<Element>(
        _ transform: (RecordedValue) throws(RecordingError) -> Element
    ) throws(RecordingError) -> [Element] {
        guard case .array(let elements) = value else { throw error("an array should be here, not \(value.kind)") }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            result.append(try transform(RecordedValue(value: element, path: "\(path)[\(index)]")))
        }
        return result
    }

    // MARK: - Single values

    func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(RecordingError) -> Number {
        guard case .number(let text) = value else { throw error("a number should be here, not \(value.kind)") }
        guard let number = Number(text) else {
            throw error("a whole number from \(Number.min) to \(Number.max) should be here, not \(text)")
        }
        return number
    }

    /// The 64 bits of a property, which a writer that knows no unsigned numbers writes with a sign.
    var bits: UInt64 {
        get throws(RecordingError) {
            if case .number(let text) = value, text.hasPrefix("-") {
                return UInt64(bitPattern: try integer(Int64.self))
            }
            return try integer()
        }
    }

    var text: String {
        get throws(RecordingError) {
            guard case .string(let text) = value else { throw error("a text should be here, not \(value.kind)") }
            return text
        }
    }

    var truth: Bool {
        get throws(RecordingError) {
            guard case .bool(let truth) = value else { throw error("true or false should be here, not \(value.kind)") }
            return truth
        }
    }

    /// Bytes in Base64 (RFC 4648, section 4).
    var bytes: [UInt8] {
        get throws(RecordingError) {
            guard let bytes = [UInt8](base64: try text) else { throw error("the text is not Base64") }
            return bytes
        }
    }
}
