public import DisplayModel

/// A picture that is ready to be drawn, with the size that it was decoded to.
public struct ReadyPicture: Hashable, Sendable {
    public var id: PictureID
    public var size: Size

    public init(id: PictureID, size: Size) {
        self.id = id
        self.size = size
    }
}

extension FrameDescription {
    /// Nothing but a colour: what an output shows before it has anything to show.
    public static func empty(_ placement: Placement, background: Colour = .black) -> FrameDescription {
        FrameDescription(placement: placement, commands: [.clear(background)])
    }

    /// One picture alone.
    public static func still(
        _ picture: ReadyPicture, in placement: Placement, background: Colour = .black
    ) -> FrameDescription {
        let placed = PlacedPicture(picture.id, frame: SlideLayout.frame(of: picture.size, in: placement))
        let covered = placement.outputRectangle(of: placed.frame)
        let draw = DrawCommand.picture(placed, area: placed.frame, opacity: 1, background: background)
        return FrameDescription(
            placement: placement,
            commands: covered.contains(Rectangle(placement.output)) ? [draw] : [.clear(background), draw])
    }

    /// A cross-fade between two pictures.
    ///
    /// Pictures of unlike shape overlap only in part. Instead of asking in the fragment shader, for every pixel, which
    /// of the two is there, the output is cut into rectangles where both, one or none is, and each is drawn by the
    /// cheapest shader that will do.
    public static func crossFade(
        from: ReadyPicture, to: ReadyPicture, progress: Double, in placement: Placement, background: Colour = .black
    ) -> FrameDescription {
        if progress <= 0 { return still(from, in: placement, background: background) }
        if progress >= 1 || from == to { return still(to, in: placement, background: background) }
        let a = PlacedPicture(from.id, frame: SlideLayout.frame(of: from.size, in: placement))
        let b = PlacedPicture(to.id, frame: SlideLayout.frame(of: to.size, in: placement))
        let areaA = placement.outputRectangle(of: a.frame)
        let areaB = placement.outputRectangle(of: b.frame)
        let both = areaA.intersection(areaB)
        let share = Float(progress)

        var commands: [DrawCommand] = []
        var drawn = both.size.area
        func content(_ rectangle: Rectangle) -> ContentRectangle { placement.contentRectangle(landingOn: rectangle) }
        for area in areaA.subtracting(both) {
            drawn += area.size.area
            commands.append(.picture(a, area: content(area), opacity: 1 - share, background: background))
        }
        for area in areaB.subtracting(both) {
            drawn += area.size.area
            commands.append(.picture(b, area: content(area), opacity: share, background: background))
        }
        if !both.isEmpty {
            commands.append(.crossFade(from: a, to: b, area: content(both), progress: share))
        }
        // The rectangles do not overlap and lie on the output, so equal areas mean that nothing is left over.
        if drawn < placement.output.area { commands.insert(.clear(background), at: 0) }
        return FrameDescription(placement: placement, commands: commands)
    }
}

extension Rectangle {
    /// What is left of this rectangle without another that lies inside it: up to four bands around it.
    func subtracting(_ hole: Rectangle) -> [Rectangle] {
        if hole.isEmpty { return isEmpty ? [] : [self] }
        let bands = [
            Rectangle(x: x, y: y, width: width, height: hole.y - y),
            Rectangle(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            Rectangle(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            Rectangle(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ]
        return bands.filter { !$0.isEmpty }
    }
}
