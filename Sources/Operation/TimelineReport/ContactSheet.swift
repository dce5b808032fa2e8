public import DisplayModel
public import Scheduling
public import TextDrawing
public import Timing

/// A picture of what a screen shows over a time: a row for each period, with a thumbnail of each of the first moments in
/// it that differ, their times under them.
public struct ContactSheet {
    /// What goes round from one time to another.
    public struct Row: Hashable, Sendable {
        public var begins, ends: WallTime
        public var thumbnails: [Thumbnail]
        /// How many slides of the round have no thumbnail any more.
        public var more: Int

        public init(begins: WallTime, ends: WallTime, thumbnails: [Thumbnail], more: Int = 0) {
            self.begins = begins
            self.ends = ends
            self.thumbnails = thumbnails
            self.more = more
        }
    }

    public struct Thumbnail: Hashable, Sendable {
        /// When it shows first.
        public var time: WallTime
        public var picture: Bitmap

        public init(time: WallTime, picture: Bitmap) {
            self.time = time
            self.picture = picture
        }
    }

    private static let gap = 12
    /// Of lines of text, in pixels; of captions that would be too wide, the smaller one.
    private static let (letters, smallLetters) = (20, 14)
    private static let (paper, ink, pale): (UInt8, UInt8, UInt8) = (28, 240, 150)

    public private(set) var rows: [Row] = []
    private let thumbnail: Size
    private let columns: Int
    private let zone: TimeZoneRules

    /// - Parameters:
    ///   - thumbnail: the size of each.
    ///   - columns: how many thumbnails a row may have.
    ///   - zone: whose clocks the times are told by.
    public init(thumbnail: Size, columns: Int, zone: TimeZoneRules) {
        self.thumbnail = thumbnail
        self.columns = columns
        self.zone = zone
    }

    /// A row that shows the same as the one before, only later, makes that one longer.
    public mutating func append(_ row: Row) {
        if let last = rows.last, last.ends == row.begins, last.more == row.more,
            last.thumbnails.map(\.picture) == row.thumbnails.map(\.picture)
        {
            rows[rows.count - 1].ends = row.ends
        } else {
            rows.append(row)
        }
    }

    /// The pixels of all places for thumbnails, with those of so many rows more.
    public func area(adding count: Int) -> Int {
        (rows.count + count) * max(1, min(columns, rows.map(\.thumbnails.count).max() ?? 1)) * thumbnail.area
    }

    /// The first of thumbnails that are alike.
    public static func distinct(_ thumbnails: [Thumbnail]) -> [Thumbnail] {
        var seen: Set<Bitmap> = []
        return thumbnails.filter { seen.insert($0.picture).inserted }
    }

    /// The whole of it.
    public var bitmap: Bitmap {
        let gap = Self.gap
        let line = Self.letters + gap / 2
        let rowHeight = line + thumbnail.height + gap / 2 + line + gap
        let used = max(1, min(columns, rows.map(\.thumbnails.count).max() ?? 1))
        let headings = rows.map { DrawnText(heading(of: $0), height: Self.letters) }
        let longest = headings.map(\.size.width).max() ?? 0
        let width = max(gap + used * (thumbnail.width + gap), longest + 2 * gap)
        var bitmap = Bitmap(Size(width: width, height: gap + max(1, rows.count) * rowHeight), grey: Self.paper)
        for (number, row) in rows.enumerated() {
            let y = gap + number * rowHeight
            bitmap.write(headings[number], at: (gap, y), grey: Self.ink)
            for (column, cell) in row.thumbnails.prefix(columns).enumerated() {
                let x = gap + column * (thumbnail.width + gap)
                bitmap.draw(cell.picture, x: x, y: y + line)
                let isLast = column == row.thumbnails.count - 1
                let caption = LocalTime(cell.time, in: zone).clock + (isLast && row.more > 0 ? " +\(row.more)" : "")
                bitmap.write(
                    text(caption, within: thumbnail.width + gap), at: (x, y + line + thumbnail.height + gap / 2),
                    grey: Self.pale)
            }
        }
        return bitmap
    }

    private func text(_ text: String, within width: Int) -> DrawnText {
        let fits = DrawnText.size(of: text, height: Self.letters).width <= width
        return DrawnText(text, height: fits ? Self.letters : Self.smallLetters)
    }

    /// `2026-12-24 11:30 – 14:00`
    private func heading(of row: Row) -> String {
        let (from, to) = (LocalTime(row.begins, in: zone), LocalTime(row.ends, in: zone))
        return "\(from.date) \(from.clock) – " + (from.date == to.date ? "" : "\(to.date) ") + to.clock
    }
}
