import TextLayout

/// Something in a path, a condition or a template that is wrong, and where: to be turned into a line and a column by who
/// knows where the text stands.
public struct DataMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// In characters (Unicode scalars) from the beginning of the text.
    public var offset: Int
    /// A sentence without a full stop that says what to write instead.
    public var message: String

    public init(at offset: Int, _ message: String) {
        (self.offset, self.message) = (offset, message)
    }

    public var description: String { "\(offset): \(message)" }
}

/// The way to a value: names of maps and numbers of list elements (from 0), with points between them. `data.items.0.name`.
/// Names with a point, a colon, a bar, a brace or a quotation mark stand in single quotes: `row.'Price (incl.)'`.
public struct DataPath: Hashable, Sendable {
    /// At least one.
    public let names: [String]
    /// Where each name begins in the text, in characters.
    public let offsets: [Int]

    /// More are a mistake: nothing is nested as deeply.
    static let mostNames = 64

    public init(parsing text: String) throws(DataMistake) {
        try self.init(text.unicodeScalars, at: 0)
    }

    /// - Parameter offset: where the path begins in the whole text.
    public init(_ text: some Sequence<Unicode.Scalar>, at offset: Int) throws(DataMistake) {
        var (names, offsets) = ([String](), [Int]())
        var scanner = Scanner(characters: Array(text), offset: offset)
        repeat {
            offsets.append(scanner.place)
            names.append(try scanner.name())
            guard names.count <= Self.mostNames else {
                throw DataMistake(at: scanner.place, "a path has at most \(Self.mostNames) names")
            }
        } while try scanner.takePoint()
        (self.names, self.offsets) = (names, offsets)
    }

    /// What stands in quoted names only.
    private static func isSign(_ character: Unicode.Scalar) -> Bool {
        ":|{}'\"[]()*$".unicodeScalars.contains(character) || character.isEscaped
    }

    private struct Scanner {
        let characters: [Unicode.Scalar]
        let offset: Int
        var index = 0

        var place: Int { offset + index }

        mutating func name() throws(DataMistake) -> String {
            let isQuoted = index < characters.count && characters[index] == "'"
            if isQuoted { return try quoted() }
            let start = place
            var name = String.UnicodeScalarView()
            while index < characters.count, characters[index] != "." {
                let character = characters[index]
                guard !DataPath.isSign(character) else {
                    throw DataMistake(
                        at: place,
                        character == "["
                            ? "elements of lists are written with a point, such as 'items.0'"
                            : "'\("\(character)".escaped)' cannot stand in a name; put the name in single quotation marks"
                    )
                }
                name.append(character)
                index += 1
            }
            let trimmed = String(name).trimmed
            guard !trimmed.isEmpty else { throw DataMistake(at: start, "a name is missing here") }
            return trimmed
        }

        private mutating func quoted() throws(DataMistake) -> String {
            let start = place
            index += 1
            var name = String.UnicodeScalarView()
            while index < characters.count, characters[index] != "'" {
                name.append(characters[index])
                index += 1
            }
            guard index < characters.count else { throw DataMistake(at: start, "this quotation mark has no end") }
            index += 1
            guard !name.isEmpty else { throw DataMistake(at: start, "a name is missing here") }
            return String(name)
        }

        /// Whether another name follows.
        mutating func takePoint() throws(DataMistake) -> Bool {
            while index < characters.count, characters[index] == " " { index += 1 }
            guard index < characters.count else { return false }
            guard characters[index] == "." else {
                throw DataMistake(at: place, "expected a point or the end of the path")
            }
            index += 1
            return true
        }
    }
}

extension DataPath: CustomStringConvertible {
    public var description: String {
        names.map { name in
            let isPlain = name.trimmed == name && !name.unicodeScalars.contains { Self.isSign($0) || $0 == "." }
            return isPlain ? name : "'\(name)'"
        }
        .joined(separator: ".")
    }
}

extension DataValue {
    /// What a path leads to. Nil where there is nothing of that name.
    public subscript(path: DataPath) -> DataValue? { self[path.names[...]] }

    public subscript(names: ArraySlice<String>) -> DataValue? {
        names.reduce(self as DataValue?) { $0?.child($1) }
    }

    private func child(_ name: String) -> DataValue? {
        switch self {
        case .map(let members): return members[name]
        case .list(let elements):
            guard let index = Self.index(name), index < elements.count else { return nil }
            return elements[index]
        default: return nil
        }
    }

    private static func index(_ name: String) -> Int? {
        guard 1...9 ~= name.utf8.count, name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(name)
    }

    /// Why a path leads to nothing, with the nearest right word. Nil where it leads to something, if only to null.
    /// - Parameter root: what stands before the names, for the message: `row`.
    public func mistake(in names: ArraySlice<String>, of path: DataPath, root: String) -> DataMistake? {
        var (value, way) = (self, root)
        for index in names.indices {
            let name = names[index]
            guard let next = value.child(name) else {
                return DataMistake(at: path.offsets[index], value.complaint(about: name, way))
            }
            (value, way) = (next, way + "." + name)
        }
        return nil
    }

    private func complaint(about name: String, _ way: String) -> String {
        switch self {
        case .map(let members):
            let names = members.keys.sorted()
            let hint =
                Spelling.suggestion(for: name, in: names)
                ?? (names.isEmpty ? "it is empty" : "it has \(Self.list(names))")
            return "'\(way.escaped)' has no '\(name.escaped)'; \(hint)"
        case .list(let elements):
            return Self.index(name) == nil
                ? "'\(way.escaped)' is a list; name one of its elements by number, such as '\(way.escaped).0'"
                : "'\(way.escaped)' has \(count(elements.count, "element")), counted from 0"
        default: return "'\(way.escaped)' is \(kind), in which there is no '\(name.escaped)'"
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map { "'\($0.prefix(40).escaped)'" }.joined(separator: ", ")
        return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
    }
}

extension String {
    /// Without blanks at its ends.
    var trimmed: String {
        let rest = drop { $0 == " " }
        return String(rest.reversed().drop { $0 == " " }.reversed())
    }
}
