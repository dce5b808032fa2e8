/// The families that a font file (TrueType, OpenType, or a collection of them) says it holds, by its `name` tables.
///
/// It takes any bytes: what lies outside of the file is not there.
package struct FontFamilies: Hashable, Sendable {
    /// Each once, in the order of the file.
    package private(set) var names: [String] = []

    private let bytes: [UInt8]

    /// The most fonts of a collection, and the most names of one font, that are looked at.
    private static let mostFonts = 64
    private static let mostNames = 1024
    /// `NameID`s of the OpenType specification: the family, and the typographic family that groups more than four styles.
    private static let families: Set<Int> = [1, 16]

    /// Nil for what is no font file.
    package init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        switch tag(at: 0) {
        case "ttcf":
            let count = min(long(at: 8) ?? 0, Self.mostFonts)
            for index in 0..<count {
                if let offset = long(at: 12 + 4 * index) { addFont(at: offset) }
            }
        case "\0\u{1}\0\0", "OTTO", "true": addFont(at: 0)
        default: return nil
        }
        if names.isEmpty { return nil }
    }

    private mutating func addFont(at offset: Int) {
        for index in 0..<(short(at: offset + 4) ?? 0) {
            let record = offset + 12 + 16 * index
            guard let tag = tag(at: record) else { return }
            if tag == "name", let table = long(at: record + 8) { return addNames(at: table) }
        }
    }

    private mutating func addNames(at table: Int) {
        guard let count = short(at: table + 2), let strings = short(at: table + 4) else { return }
        for index in 0..<min(count, Self.mostNames) {
            let record = table + 6 + 12 * index
            guard let platform = short(at: record), let id = short(at: record + 6), Self.families.contains(id),
                let length = short(at: record + 8), let offset = short(at: record + 10),
                let name = text(at: table + strings + offset, count: length, isUTF16: platform != 1),
                !name.isEmpty, !names.contains(name)
            else { continue }
            names.append(name)
        }
    }

    // MARK: Numbers, big-endian

    private func tag(at offset: Int) -> String? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    private func short(at offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    private func long(at offset: Int) -> Int? {
        guard let high = short(at: offset), let low = short(at: offset + 2) else { return nil }
        return high << 16 | low
    }

    /// Names of the Macintosh platform are ASCII here, or left out: the same are there for the others.
    private func text(at offset: Int, count: Int, isUTF16: Bool) -> String? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        let part = bytes[offset..<offset + count]
        guard isUTF16 else { return part.allSatisfy { 32..<127 ~= $0 } ? String(decoding: part, as: UTF8.self) : nil }
        let units = stride(from: 0, to: count - 1, by: 2).compactMap { short(at: offset + $0).map(UInt16.init) }
        return String(decoding: units, as: UTF16.self)
    }
}
