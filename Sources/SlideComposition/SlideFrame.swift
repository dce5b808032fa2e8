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
        let shown = placement.visiblePart(of: placed.frame)
        var commands: [DrawCommand] = shown == Rectangle(placement.output) ? [] : [.clear(background)]
        if !shown.isEmpty {
            commands.append(
                .picture(
                    placed, area: placement.contentRectangle(landingOn: shown), opacity: 1, background: background))
        }
        return FrameDescription(placement: placement, commands: commands)
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
        let areaA = placement.visiblePart(of: a.frame)
        let areaB = placement.visiblePart(of: b.frame)
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

extension Placement {
    /// What is seen of a rectangle of the content, in output pixels; empty where nothing is.
    fileprivate func visiblePart(of rectangle: ContentRectangle) -> Rectangle {
        outputRectangle(of: rectangle).intersection(visible)
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
