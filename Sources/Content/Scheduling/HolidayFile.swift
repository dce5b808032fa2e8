/// Reads the days of a file in iCalendar's form (RFC 5545), such as public holidays are published in.
///
/// Only whole days are read: their beginnings and ends, lengths, rules, further and left-out dates. What has times of day
/// is refused, not rounded. Descriptions and everything else are passed over.
public struct HolidayFile: Sendable {
    /// What is wrong with a line.
    public struct Issue: Error, Hashable, Sendable {
        /// From 1.
        public var line: Int
        /// A sentence without a full stop.
        public var message: String
    }

    public private(set) var days = CalendarDays()
    public private(set) var issues: [Issue] = []
    /// The events that were read.
    public private(set) var count = 0

    /// In bytes. A country's holidays of a century have a tenth of it.
    public static let longestText = 1 << 20

    /// - Parameter text: the bytes of the file.
    public init(_ text: [UInt8]) {
        var components: [(name: String, line: Int)] = []
        var event = Event()
        var ranges: [DateRange] = []
        var recurring: [RecurringDays] = []
        for line in ContentLine.lines(of: text) {
            guard let line = line.parsed else {
                issues.append(
                    Issue(line: line.number, message: "a line of iCalendar is a name, ':' and a value, in UTF-8"))
                return
            }
            if components.isEmpty, line.name != "BEGIN" || line.value != "VCALENDAR" {
                issues.append(Issue(line: line.number, message: "an iCalendar file begins with BEGIN:VCALENDAR"))
                return
            }
            switch line.name {
            case "BEGIN":
                components.append((line.value, line.number))
                if line.value == "VEVENT" { event = Event() }
            case "END":
                guard let last = components.popLast(), last.name == line.value else {
                    issues.append(Issue(line: line.number, message: "END:\(line.value) has no BEGIN before it"))
                    return
                }
                guard line.value == "VEVENT", !event.isFaulty else { continue }
                do throws(Issue) {
                    let read = try event.days(from: last.line)
                    ranges += read.ranges
                    recurring += read.recurring
                    count += 1
                } catch { issues.append(error) }
            default:
                guard components.last?.name == "VEVENT" else { continue }
                do throws(Issue) { try event.take(line) } catch {
                    issues.append(error)
                    event.isFaulty = true
                }
            }
        }
        if let open = components.last {
            issues.append(Issue(line: open.line, message: "BEGIN:\(open.name) has no END; the file is cut short"))
        } else if count == 0, issues.isEmpty {
            issues.append(Issue(line: 1, message: "there is no event in it"))
        }
        days = CalendarDays(ranges, recurring: recurring)
    }
}

/// A line after long ones were joined again (section 3.1).
private struct ContentLine {
    var number: Int
    var bytes: [UInt8]

    /// In bytes, since a long line may be cut within a letter.
    static func lines(of text: [UInt8]) -> [ContentLine] {
        var lines: [ContentLine] = []
        let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !lines.isEmpty {
                lines[lines.count - 1].bytes += line.dropFirst()
            } else if !line.isEmpty {
                lines.append(ContentLine(number: index + 1, bytes: Array(line)))
            }
        }
        return lines
    }

    struct Parsed {
        var number: Int
        /// In capitals.
        var name: String
        var value: String
    }

    /// Nil without a name and a value.
    var parsed: Parsed? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var isQuoted = false
        let end = text.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let end else { return nil }
        let head = text[..<end].uppercased().split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard let name = head.first, !name.isEmpty else { return nil }
        return Parsed(number: number, name: name, value: String(text[text.index(after: end)...]))
    }
}

/// What an event says of its days.
private struct Event {
    private var start, end: CivilDate?
    private var length: Int?
    private var rule: (text: String, line: Int)?
    private var further: [CivilDate] = []
    private var exceptions: Set<Int> = []
    private var isCancelled = false
    /// Whether something of it could not be read, which is told already.
    var isFaulty = false

    private static let longest = 366

    mutating func take(_ line: ContentLine.Parsed) throws(HolidayFile.Issue) {
        switch line.name {
        case "DTSTART": start = try dates(line).first
        case "DTEND": end = try dates(line).first
        case "RDATE": further += try dates(line)
        case "EXDATE": exceptions.formUnion(try dates(line).map(\.dayNumber))
        case "RRULE": rule = (line.value, line.number)
        case "STATUS": isCancelled = line.value.uppercased() == "CANCELLED"
        case "DURATION": length = try duration(line)
        case "RECURRENCE-ID":
            throw HolidayFile.Issue(
                line: line.number, message: "RECURRENCE-ID is not supported; export the holidays as single events")
        default: break
        }
    }

    func days(from line: Int) throws(HolidayFile.Issue) -> (ranges: [DateRange], recurring: [RecurringDays]) {
        guard let start else { throw HolidayFile.Issue(line: line, message: "this event has no DTSTART") }
        // The end is the day after the last one (section 3.6.1).
        let length = length ?? end.map { $0.dayNumber - start.dayNumber } ?? 1
        guard 1...Self.longest ~= length else {
            throw HolidayFile.Issue(line: line, message: "this event has \(length) days; 1 to \(Self.longest) are read")
        }
        guard !isCancelled else { return ([], []) }
        let ranges = ([start] + further).filter { !exceptions.contains($0.dayNumber) }.map { first in
            DateRange(first: first, last: CivilDate(dayNumber: first.dayNumber + length - 1))
        }
        guard let rule else { return (ranges, []) }
        do throws(RecurrenceError) {
            let recurrence = try Recurrence(rule: rule.text, from: start)
            return (ranges, [RecurringDays(recurrence, length: length, exceptions: exceptions)])
        } catch { throw HolidayFile.Issue(line: rule.line, message: "RRULE: \(error)") }
    }

    private func dates(_ line: ContentLine.Parsed) throws(HolidayFile.Issue) -> [CivilDate] {
        var dates: [CivilDate] = []
        for text in line.value.split(separator: ",", omittingEmptySubsequences: false) {
            let digits = Array(text.utf8)
            guard digits.count == 8, let year = number(digits[..<4]), let month = number(digits[4..<6]),
                let day = number(digits[6...]), let date = CivilDate(year: year, month: month, day: day)
            else {
                throw HolidayFile.Issue(
                    line: line.number,
                    message: text.contains("T")
                        ? "\(line.name) has a time of day; a holiday has whole days, such as \(line.name);VALUE=DATE:20261225"
                        : "\(line.name) is a date such as 20261225, not '\(text)'")
            }
            dates.append(date)
        }
        return dates
    }

    /// Of whole days and weeks: `P1D`, `P2W`.
    private func duration(_ line: ContentLine.Parsed) throws(HolidayFile.Issue) -> Int {
        let text = line.value.drop { $0 == "+" }
        let units = ["D": 1, "W": 7]
        guard text.first == "P", let unit = text.last.flatMap({ units[String($0)] }),
            let count = number(text.dropFirst().dropLast().utf8)
        else {
            throw HolidayFile.Issue(
                line: line.number, message: "DURATION is of whole days, such as P1D, not '\(line.value)'")
        }
        return count * unit
    }
}
