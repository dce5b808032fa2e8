import DisplayModel
public import Playlist

/// What a zone contributes to a frame.
struct ZoneFrame {
    var commands: [DrawCommand] = []
    /// The colour of a slide that is alone in its zone, opaque and with straight corners: where the zone is all that
    /// there is to see, the frame begins with it, and nothing has to be drawn beside the picture.
    var ground: Colour?
    /// What of the zone, in output pixels, hides everything below it.
    var opaque: Rectangle?

    init(_ content: SlidePlayer.Content, in layout: SlideLayout) {
        switch content {
        case .nothing: break
        case .still(let slide, let progress): still(layout.surface(slide, progress), in: layout)
        case .change(let from, let fromProgress, let to, let toProgress, let progress):
            let (a, b) = (layout.surface(from, fromProgress), layout.surface(to, toProgress))
            if progress <= 0 || a == b {
                still(a, in: layout)
            } else if progress >= 1 {
                still(b, in: layout)
            } else {
                change(a, b, to.slide.style.transition, Float(progress), in: layout)
            }
        }
    }

    private mutating func still(_ surface: PlacedSurface, in layout: SlideLayout) {
        if let colour = surface.plainGround {
            // The cheapest way: what the picture covers is drawn once, and the rest by clearing.
            ground = colour
            opaque = layout.placement.outputRectangle(of: surface.place)
            guard let picture = surface.picture else { return }
            let shown = layout.placement.outputRectangle(of: picture.frame).intersection(opaque ?? Rectangle(.zero))
                .intersection(layout.placement.bounds)
            guard !shown.isEmpty else { return }
            commands = [
                .picture(
                    picture, area: layout.placement.contentRectangle(landingOn: shown), opacity: 1, background: colour)
            ]
        } else {
            commands = [.surface(surface.drawn, area: surface.place, mask: surface.mask)]
        }
    }

    private mutating func change(
        _ a: PlacedSurface, _ b: PlacedSurface, _ transition: Transition, _ progress: Float, in layout: SlideLayout
    ) {
        let isCrossFade = transition.kind == .crossFade || transition.kind == .cut
        if isCrossFade, let colour = a.plainGround, colour == b.plainGround, a.place == b.place {
            ground = colour
            opaque = layout.placement.outputRectangle(of: a.place)
            commands = crossFade(a, b, progress, colour, in: layout)
        } else if a.place == b.place, a.mask == b.mask {
            if a.isOpaque && b.isOpaque { opaque = layout.placement.outputRectangle(of: a.place) }
            commands = [
                .transition(
                    TransitionShader(isCrossFade ? .builtIn("fade", .none) : transition.kind), from: a.drawn,
                    to: b.drawn, area: a.place, progress: progress, mask: b.mask)
            ]
        } else {
            // Two shapes cannot be mixed by one shader: each fades by itself.
            var (leaving, coming) = (a.mask, b.mask)
            leaving.opacity *= 1 - progress
            coming.opacity *= progress
            commands = [
                .surface(a.drawn, area: a.place, mask: leaving), .surface(b.drawn, area: b.place, mask: coming),
            ]
        }
    }

    /// A cross-fade of two pictures on one colour.
    ///
    /// Pictures of unlike shape overlap only in part. Instead of asking in the fragment shader, for every pixel, which
    /// of the two is there, the place is cut into rectangles where both, one or none is, and each is drawn by the
    /// cheapest shader that will do.
    private func crossFade(
        _ a: PlacedSurface, _ b: PlacedSurface, _ share: Float, _ background: Colour, in layout: SlideLayout
    ) -> [DrawCommand] {
        let placement = layout.placement
        let place = placement.outputRectangle(of: a.place).intersection(placement.bounds)
        func area(_ surface: PlacedSurface) -> Rectangle {
            surface.picture.map { placement.outputRectangle(of: $0.frame).intersection(place) } ?? Rectangle(.zero)
        }
        func content(_ rectangle: Rectangle) -> ContentRectangle { placement.contentRectangle(landingOn: rectangle) }
        let (areaA, areaB) = (area(a), area(b))
        let both = areaA.intersection(areaB)
        var commands: [DrawCommand] = []
        if let picture = a.picture {
            for area in areaA.subtracting(both) {
                commands.append(.picture(picture, area: content(area), opacity: 1 - share, background: background))
            }
        }
        if let picture = b.picture {
            for area in areaB.subtracting(both) {
                commands.append(.picture(picture, area: content(area), opacity: share, background: background))
            }
        }
        if !both.isEmpty, let from = a.picture, let to = b.picture {
            commands.append(.crossFade(from: from, to: to, area: content(both), progress: share))
        }
        return commands
    }
}

/// A slide in its place, as it is to be drawn.
struct PlacedSurface: Hashable {
    var picture: PlacedPicture?
    /// Nil for what lets show through what lies below.
    var background: Colour?
    var place: ContentRectangle
    var mask: Mask

    var drawn: SlideSurface { SlideSurface(picture, background: background) }
    var isOpaque: Bool { background != nil && mask == .none }
    /// The colour beside the picture, of a surface that is opaque all over.
    var plainGround: Colour? { isOpaque ? background : nil }
}

extension SlideLayout {
    func surface(_ ready: ReadySlide, _ progress: Double) -> PlacedSurface {
        let look = ready.slide.style.look
        let place = place(for: look)
        let mask = Mask(
            opacity: Float(look.opacity),
            cornerRadius: Float(max(0, look.cornerRadius.resolved(of: min(place.width, place.height)))))
        var background: Colour?
        switch (ready.slide.content, look.background) {
        case (.colour(let colour), _), (_, .colour(let colour)): background = colour
        // What is behind the picture is part of it, and it is as large as its place.
        case (_, .blurred): background = .black
        case (_, .none): background = nil
        }
        let picture = ready.picture.map {
            PlacedPicture($0.id, frame: frame(of: $0.size, look: look, progress: progress))
        }
        return PlacedSurface(picture: picture, background: background, place: place, mask: mask)
    }
}

extension TransitionShader {
    /// The shader of a transition; of one without, a mixture.
    public init(_ kind: Transition.Kind) {
        switch kind {
        case .cut, .crossFade: self = .builtIn("fade")
        case .custom(let path): self.init(name: path)
        case .builtIn(let name, let direction):
            let moved: Direction =
                switch direction {
                case .none: .none
                case .left: .left
                case .right: .right
                case .up: .up
                case .down: .down
                }
            self = .builtIn(name, direction: moved)
        }
    }
}

extension FrameDescription {
    /// Nothing but black: what an output shows before it has anything to show.
    public static func empty(_ placement: Placement) -> FrameDescription {
        FrameDescription(placement: placement, commands: [.clear(.black)])
    }

    /// One zone over all of an output.
    public init(_ content: SlidePlayer.Content, in placement: Placement) {
        self.init([ZoneFrame(content, in: SlideLayout(placement))], in: placement, reachesEdges: false)
    }

    /// Zones over one another.
    /// - Parameter reachesEdges: whether a zone may be outside of what the viewer is taken to see.
    init(_ zones: [ZoneFrame], in placement: Placement, reachesEdges: Bool) {
        var placement = placement
        if reachesEdges { placement.visible = Rectangle(placement.output) }
        let seen = placement.visible
        // What is under an opaque zone that is all there is to see needs no drawing.
        let first = zones.lastIndex { $0.opaque?.contains(seen) == true }
        var commands: [DrawCommand] = []
        if let first {
            let zone = zones[first]
            let hasRest = zone.ground != nil && !zone.commands.covers(seen, in: placement)
            // Clearing also blackens what lies outside of what is seen.
            if hasRest || seen != Rectangle(placement.output) { commands.append(.clear(zone.ground ?? .black)) }
        } else {
            commands.append(.clear(.black))
        }
        for (index, zone) in zones.enumerated() where index >= first ?? 0 {
            if index != first, let colour = zone.ground, let area = zone.opaque,
                !zone.commands.covers(area.intersection(seen), in: placement)
            {
                let place = placement.contentRectangle(landingOn: area)
                commands.append(.surface(SlideSurface(nil, background: colour), area: place, mask: .none))
            }
            commands += zone.commands
        }
        self.init(placement: placement, commands: commands)
    }
}

extension [DrawCommand] {
    /// Whether rectangles that do not overlap fill an area.
    fileprivate func covers(_ area: Rectangle, in placement: Placement) -> Bool {
        let filled = reduce(0) { sum, command in
            switch command {
            case .picture(_, let part, _, _), .crossFade(_, _, let part, _):
                sum + placement.outputRectangle(of: part).intersection(area).size.area
            case .surface(_, let part, _), .transition(_, _, _, let part, _, _):
                sum + placement.outputRectangle(of: part).intersection(area).size.area
            case .clear: sum
            }
        }
        return filled >= area.size.area
    }
}

extension Placement {
    /// What may be drawn on, in output pixels.
    fileprivate var bounds: Rectangle { Rectangle(output) }
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
