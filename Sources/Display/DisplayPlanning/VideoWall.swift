/// Screens that show one picture together: side by side, or wherever they are on a plane.
public struct VideoWall: Hashable, Sendable {
    public var name: String
    /// The screens, row by row from the top, each row from the left, as seen from the front. With a canvas they are one
    /// row, in the order of its windows.
    public var rows: [[OutputMatch]]
    /// The distance between the pictures of two neighbours (both frames together), in millimetres.
    public var bezel: Bezel
    /// The size of every screen's picture in millimetres, upright. Nil for the sizes in the monitors' EDIDs.
    public var screen: ScreenSize?
    /// A plane that is laid out whatever screens are there, so that several machines can have parts of it. Nil where the
    /// screens by themselves are all there is.
    public var canvas: Canvas?

    /// A plane, of which each screen shows a part.
    public struct Canvas: Hashable, Sendable {
        public var size: ScreenSize
        public var windows: [Window]

        public init(size: ScreenSize, windows: [Window]) {
            self.size = size
            self.windows = windows
        }
    }

    /// What a screen shows of a canvas, in millimetres from its upper left corner.
    public struct Window: Hashable, Sendable {
        public var x, y: Double
        public var size: ScreenSize

        public init(x: Double, y: Double, size: ScreenSize) {
            self.x = x
            self.y = y
            self.size = size
        }
    }

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

    /// - Parameter windows: each with the screens that it is for. All lie inside the canvas.
    public init(name: String, canvas size: ScreenSize, windows: [(match: OutputMatch, window: Window)]) {
        self.init(name: name, rows: [windows.map(\.match)])
        canvas = Canvas(size: size, windows: windows.map(\.window))
    }
}
