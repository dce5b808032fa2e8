public import DisplayModel
public import Scheduling

/// A picture of what a screen shows over a time: a row for each period, with a thumbnail of each of the first moments in
/// it that differ, their times under them.
public struct ContactSheet {
    /// What goes round from one time to another.
    public struct Row: Hashable, Sendable {
        /// Seconds since 1970.
        public var begins, ends: Int
        public var thumbnails: [Thumbnail]
        /// How many slides of the round have no thumbnail any more.
        public var more: Int

        public init(begins: Int, ends: Int, thumbnails: [Thumbnail], more: Int = 0) {
            self.begins = begins
            self.ends = ends
            self.thumbnails = thumbnails
            self.more = more
        }
    }

    public struct Thumbnail: Hashable, Sendable {
        /// When it shows first, in seconds since 1970.
        public var time: Int
        public var picture: Bitmap

        public init(time: Int, picture: Bitmap) {
            self.time = time
            self.picture = picture
        }
    }

    private static let gap = 12
    private static let scale = 2
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

    /// The first of thumbnails that are alike.
    public static func distinct(_ thumbnails: [Thumbnail]) -> [Thumbnail] {
        var seen: Set<Bitmap> = []
        return thumbnails.filter { seen.insert($0.picture).inserted }
    }

    /// The whole of it.
    public var bitmap: Bitmap {
        let (gap, scale) = (Self.gap, Self.scale)
        let line = Lettering.height * scale + gap / 2
        let rowHeight = line + thumbnail.height + gap / 2 + line + gap
        let used = max(1, min(columns, rows.map(\.thumbnails.count).max() ?? 1))
        let longest = rows.map { Lettering.width(of: heading(of: $0), scale: scale) }.max() ?? 0
        let width = max(gap + used * (thumbnail.width + gap), longest + 2 * gap)
        var bitmap = Bitmap(Size(width: width, height: gap + max(1, rows.count) * rowHeight), grey: Self.paper)
        for (number, row) in rows.enumerated() {
            let y = gap + number * rowHeight
            Lettering.draw(heading(of: row), on: &bitmap, x: gap, y: y, scale: scale, grey: Self.ink)
            for (column, cell) in row.thumbnails.prefix(columns).enumerated() {
                let x = gap + column * (thumbnail.width + gap)
                bitmap.draw(cell.picture, x: x, y: y + line)
                let isLast = column == row.thumbnails.count - 1
                let caption = LocalTime(cell.time, in: zone).clock + (isLast && row.more > 0 ? " +\(row.more)" : "")
                let fitting = Lettering.width(of: caption, scale: scale) <= thumbnail.width + gap ? scale : 1
                Lettering.draw(
                    caption, on: &bitmap, x: x, y: y + line + thumbnail.height + gap / 2, scale: fitting,
                    grey: Self.pale)
            }
        }
        return bitmap
    }

    /// `2026-12-24 11:30 - 14:00`
    private func heading(of row: Row) -> String {
        let (from, to) = (LocalTime(row.begins, in: zone), LocalTime(row.ends, in: zone))
        return "\(from.date) \(from.clock) - " + (from.date == to.date ? "" : "\(to.date) ") + to.clock
    }
}
