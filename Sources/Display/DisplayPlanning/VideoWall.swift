/// Screens side by side that show one picture together.
public struct VideoWall: Hashable, Sendable {
    public var name: String
    /// The screens, row by row from the top, each row from the left, as seen from the front.
    public var rows: [[OutputMatch]]
    /// The distance between the pictures of two neighbours (both frames together), in millimetres.
    public var bezel: Bezel
    /// The size of every screen's picture in millimetres, upright. Nil for the sizes in the monitors' EDIDs.
    public var screen: ScreenSize?

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

    /// A screen's place in a wall.
    public struct Place: Hashable, Sendable {
        public var wall: VideoWall
        public var row, column: Int

        public init(_ wall: VideoWall, row: Int, column: Int) {
            self.wall = wall
            self.row = row
            self.column = column
        }
    }

    public init(
        name: String, rows: [[OutputMatch]], bezel: Bezel = Bezel(), screen: ScreenSize? = nil
    ) {
        self.name = name
        self.rows = rows
        self.bezel = bezel
        self.screen = screen
    }
}
