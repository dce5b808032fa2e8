/// Screens side by side that show one picture together.
public struct Span: Hashable, Sendable {
    public var name: String
    /// The screens, row by row from the top, each row from the left, as somebody who stands before them sees them.
    public var rows: [[OutputMatch]]
    /// What lies between two neighbours' pictures, both frames together, in millimetres.
    public var bezel: Bezel
    /// The size of every screen's picture in millimetres, upright. Nil for what the monitors say.
    public var screen: ScreenSize?
    /// What it shows; nil for what all screens do.
    public var playlist: PlaylistPath?

    public struct Bezel: Hashable, Sendable {
        /// Between neighbours in a row, and between rows.
        public var across, down: Double

        public init(across: Double = 0, down: Double = 0) {
            self.across = across
            self.down = down
        }
    }

    public struct ScreenSize: Hashable, Sendable {
        public var width, height: Double

        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// Where a screen stands.
    public struct Place: Hashable, Sendable {
        public var span: Span
        public var row, column: Int

        public init(_ span: Span, row: Int, column: Int) {
            self.span = span
            self.row = row
            self.column = column
        }
    }

    public init(
        name: String, rows: [[OutputMatch]], bezel: Bezel = Bezel(), screen: ScreenSize? = nil,
        playlist: PlaylistPath? = nil
    ) {
        self.name = name
        self.rows = rows
        self.bezel = bezel
        self.screen = screen
        self.playlist = playlist
    }
}
