public import DisplayModel
public import DisplayPlanning
public import Rendering

/// A video wall as far as its screens are known, and the space that is laid out on it.
public struct VideoWallLayout {
    private let plane: Plane
    /// In pixels of its first screen; of a canvas, in 96 to the inch, whatever its screens have.
    public let content: Size

    private enum Plane {
        case grid(VideoWallGeometry)
        case canvas(VideoWall.Canvas)
    }

    /// A common desktop monitor's: 96 pixels to the inch.
    private static let pitch = 25.4 / 96

    /// What a screen shows of it.
    public func part(of place: VideoWall.Place) -> VideoWallPart {
        switch plane {
        case .grid(let geometry): return geometry.part(row: place.row, column: place.column)
        case .canvas(let canvas):
            let window = canvas.windows[place.column]
            return VideoWallPart(
                x: window.x, y: window.y, width: window.size.width, height: window.size.height,
                wall: (canvas.size.width, canvas.size.height))
        }
    }

    /// A screen of the wall of which it is known how large it is.
    public struct KnownScreen {
        public var place: VideoWall.Place
        /// Of its picture, upright, in millimetres.
        public var size: VideoWall.ScreenSize

        public init(_ place: VideoWall.Place, size: VideoWall.ScreenSize) {
            self.place = place
            self.size = size
        }
    }

    /// - Parameters:
    ///   - known: screens whose size is known, by what their monitors say; the configuration's size comes before it. All
    ///     others are taken for like the first one; where none is known, for a common desktop monitor's 96 pixels to the
    ///     inch.
    ///   - first: the space on the first screen, in pixels.
    public init(_ configuration: VideoWall, known: [KnownScreen], first: Size) {
        func pixels(_ millimetres: Double, _ pixels: Double, per length: Double) -> Int {
            max(1, Int((millimetres * pixels / length).rounded()))
        }
        if let canvas = configuration.canvas {
            plane = .canvas(canvas)
            // Nothing that one machine has and another lacks.
            content = Size(
                width: pixels(canvas.size.width, 1, per: Self.pitch),
                height: pixels(canvas.size.height, 1, per: Self.pitch))
            return
        }
        let pitch = Self.pitch
        let common =
            configuration.screen ?? known.first?.size
            ?? VideoWall.ScreenSize(width: Double(first.width) * pitch, height: Double(first.height) * pitch)
        func size(_ side: KeyPath<VideoWall.ScreenSize, Double>, where isThere: (VideoWall.Place) -> Bool) -> Double {
            guard configuration.screen == nil else { return common[keyPath: side] }
            return known.filter { isThere($0.place) }.map { $0.size[keyPath: side] }.max() ?? common[keyPath: side]
        }
        let geometry = VideoWallGeometry(
            columns: (0..<(configuration.rows.map(\.count).max() ?? 1)).map { column in
                size(\.width) { $0.column == column }
            },
            rows: configuration.rows.indices.map { row in size(\.height) { $0.row == row } },
            across: configuration.bezel.across, down: configuration.bezel.down)
        content = Size(
            width: pixels(geometry.width, Double(first.width), per: common.width),
            height: pixels(geometry.height, Double(first.height), per: common.height))
        plane = .grid(geometry)
    }

    /// - Parameter screens: those of the wall that are there, each with its layout as a screen of its own.
    init(_ configuration: VideoWall, _ screens: [(plan: OutputPlan, layout: ScreenLayout)], in snapshot: DeviceSnapshot)
    {
        let known = screens.compactMap { plan, layout -> KnownScreen? in
            guard let place = plan.configuration.place,
                let size = snapshot.connector(plan.connector)?.physicalSize, !size.isEmpty
            else { return nil }
            let upright = layout.placement.orientation.isTransposing ? size.transposed : size
            return KnownScreen(
                place, size: VideoWall.ScreenSize(width: Double(upright.width), height: Double(upright.height)))
        }
        self.init(
            configuration, known: known,
            first: screens.first?.layout.placement.content ?? Size(width: 1920, height: 1080))
    }
}
