/// What a TZif file says, RFC 8536 (and 9636, which adds version 4): from which instants which offset is in force.
struct TZif: Hashable {
    /// Instants, ascending, from each of which the offset at the same place of `offsets` is in force.
    var transitions: [Int] = []
    /// Seconds east of UTC.
    var offsets: [Int] = []
    /// Before the first transition.
    var firstOffset = 0
    /// After the last transition, and everywhere where there is none.
    var rest: POSIXTimeZone?
}

extension TZif {
    /// RFC 8536 section 3.2: more than -25 and less than 26 hours.
    static let possibleOffsets = -89_999...93_599

    /// - Throws: What is wrong with the bytes, as the end of a sentence that begins with the file.
    init(bytes: [UInt8]) throws(TimeZoneError) {
        var reader = TZifReader(bytes: bytes)
        self = try reader.read()
    }
}

/// Reads the bytes from their start on, and trusts none of them.
private struct TZifReader {
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The counts of the header, section 3.1.
    private struct Header {
        var isFirstVersion: Bool
        var indicators: Int
        var leapSeconds: Int
        var transitions: Int
        var types: Int
        var characters: Int

        func dataLength(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + indicators
        }
    }

    mutating func read() throws(TimeZoneError) -> TZif {
        let header = try readHeader()
        if header.isFirstVersion { return try readData(header, timeSize: 4) }
        // From version 2 on the first part is for programs that know 32 bits only, and may be empty.
        _ = try take(header.dataLength(timeSize: 4))
        var zone = try readData(try readHeader(), timeSize: 8)
        zone.rest = try readFooter()
        return zone
    }

    private mutating func readHeader() throws(TimeZoneError) -> Header {
        guard bytes.count >= position + 4, bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
            throw TimeZoneError("is not a time zone file (TZif, RFC 8536)")
        }
        let start = try take(20)
        // Version 1 is written as 0, the others as digits.
        let version = start[start.startIndex + 4]
        guard version == 0 || "234".utf8.contains(version) else { throw damage("its version is none of 1 to 4") }
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(try readInteger(4)) }
        // Each is unsigned in the file, and bounded by its length.
        guard counts.allSatisfy({ 0...bytes.count ~= $0 }) else { throw damage("its counts exceed its length") }
        guard [0, counts[4]].contains(counts[0]), [0, counts[4]].contains(counts[1]), counts[4] > 0, counts[5] > 0
        else { throw damage("its counts contradict each other") }
        return Header(
            isFirstVersion: version == 0, indicators: counts[0] + counts[1], leapSeconds: counts[2],
            transitions: counts[3],
            types: counts[4], characters: counts[5])
    }

    /// Section 3.2.
    private mutating func readData(_ header: Header, timeSize: Int) throws(TimeZoneError) -> TZif {
        guard header.leapSeconds == 0 else {
            throw TimeZoneError("counts leap seconds, as the zones under right/ do, and computers' clocks do not")
        }
        var zone = TZif()
        for _ in 0..<header.transitions { zone.transitions.append(try readInteger(timeSize)) }
        guard zip(zone.transitions, zone.transitions.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw damage("its transitions are out of order")
        }
        // 2^59 seconds are older than the universe; the sum of such an instant and an offset does not overflow.
        guard zone.transitions.allSatisfy({ -1 << 59...1 << 59 ~= $0 }) else {
            throw damage("one of its transitions is at an impossible time")
        }
        let types = Array(try take(header.transitions))
        var offsets: [Int] = []
        for _ in 0..<header.types {
            let offset = try readInteger(4)
            guard TZif.possibleOffsets ~= offset else {
                throw damage("an offset from UTC of \(offset) s is impossible")
            }
            offsets.append(offset)
            // Whether it is summer time, and what it is called, is not asked here.
            _ = try take(2)
        }
        guard types.allSatisfy({ $0 < header.types }) else { throw damage("it lacks a type of local time") }
        _ = try take(header.characters + header.indicators)
        zone.offsets = types.map { offsets[Int($0)] }
        zone.firstOffset = offsets[0]
        return zone
    }

    /// Section 3.3: a TZ string between two line feeds; an empty one says nothing.
    private mutating func readFooter() throws(TimeZoneError) -> POSIXTimeZone? {
        let footer = bytes[position...]
        guard footer.first == 10, let end = footer.dropFirst().firstIndex(of: 10) else {
            throw damage("its end is missing")
        }
        let text = footer[(position + 1)..<end]
        guard !text.isEmpty else { return nil }
        guard let rest = POSIXTimeZone(text: text) else {
            throw damage("its rule for the future, '\(String(decoding: text, as: UTF8.self))', is none")
        }
        return rest
    }

    /// A signed integer in network byte order.
    private mutating func readInteger(_ size: Int) throws(TimeZoneError) -> Int {
        let value = try take(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return size == 8 ? Int(Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
    }

    private mutating func take(_ count: Int) throws(TimeZoneError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw damage("it ends too early") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private func damage(_ what: String) -> TimeZoneError { TimeZoneError("is damaged: \(what)") }
}
