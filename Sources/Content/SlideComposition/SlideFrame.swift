import DisplayModel
public import Playlist
public import Rendering

/// What a zone contributes to a frame.
struct ZoneFrame {
    var commands: [DrawCommand] = []
    /// The colour of a slide that is alone in its zone, opaque and with straight corners: where the zone is all that
    /// there is to see, the frame begins with it, and nothing has to be drawn beside the picture.
    var ground: Color?
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
                change(a, b, by: to, Float(progress), in: layout)
            }
        case .appearing(let slide, let motion, let progress):
            alone(slide, motion, share: progress, isLeaving: false, in: layout)
        case .vanishing(let slide, let motion, let progress):
            alone(slide, motion, share: 1 - progress, isLeaving: true, in: layout)
        }
    }

    /// A slide that comes where nothing is, or goes.
    /// - Parameter share: how much of it is there.
    private mutating func alone(
        _ slide: ReadySlide, _ motion: Double, share: Double, isLeaving: Bool, in layout: SlideLayout
    ) {
        let surface = layout.surface(slide, motion)
        guard share > 0 else { return }
        guard share < 1 else { return still(surface, in: layout) }
        let kind = slide.transitionKind
        if kind == .crossFade || kind == .cut {
            var mask = surface.mask
            mask.opacity *= Float(share)
            commands = [.surface(surface.drawn, area: surface.place, mask: mask)]
        } else {
            let nothing = Surface(nil, background: nil)
            commands = [
                .transition(
                    TransitionShader(kind, slide.transitionPictures), from: isLeaving ? surface.drawn : nothing,
                    to: isLeaving ? nothing : surface.drawn, area: surface.place,
                    progress: Float(isLeaving ? 1 - share : share), mask: surface.mask)
            ]
        }
    }

    private mutating func still(_ surface: PlacedSurface, in layout: SlideLayout) {
        if let color = surface.plainGround {
            // The cheapest way: what the picture covers is drawn once, and the rest by clearing.
            ground = color
            opaque = layout.placement.outputRectangle(of: surface.place)
            guard let picture = surface.picture else { return }
            let shown = layout.placement.outputRectangle(of: picture.frame).intersection(opaque ?? Rectangle(.zero))
                .intersection(layout.placement.bounds)
            guard !shown.isEmpty else { return }
            commands = [
                .picture(
                    picture, area: layout.placement.contentRectangle(landingOn: shown), opacity: 1, background: color)
            ]
        } else {
            commands = [.surface(surface.drawn, area: surface.place, mask: surface.mask)]
        }
    }

    private mutating func change(
        _ a: PlacedSurface, _ b: PlacedSurface, by slide: ReadySlide, _ progress: Float, in layout: SlideLayout
    ) {
        let kind = slide.transitionKind
        let isCrossFade = kind == .crossFade || kind == .cut
        if isCrossFade, let color = a.plainGround, color == b.plainGround, a.place == b.place {
            ground = color
            opaque = layout.placement.outputRectangle(of: a.place)
            commands = crossFade(a, b, progress, color, in: layout)
        } else if a.place == b.place, a.mask == b.mask {
            if a.isOpaque && b.isOpaque { opaque = layout.placement.outputRectangle(of: a.place) }
            commands = [
                .transition(
                    TransitionShader(isCrossFade ? .builtIn("fade", .none) : kind, slide.transitionPictures),
                    from: a.drawn, to: b.drawn, area: a.place, progress: progress, mask: b.mask)
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
        _ a: PlacedSurface, _ b: PlacedSurface, _ share: Float, _ background: Color, in layout: SlideLayout
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
    var background: Color?
    var place: ContentRectangle
    var mask: Mask
    /// Of what is seen of a picture that leaves something of its place free.
    var pictureRadius: Float = 0

    var drawn: Surface { Surface(picture, background: background, cornerRadius: pictureRadius) }
    var isOpaque: Bool { background != nil && mask == .none }
    /// The colour beside the picture, of a surface that is opaque all over.
    var plainGround: Color? { isOpaque && pictureRadius == 0 ? background : nil }
}

extension SlideLayout {
    func surface(_ ready: ReadySlide, _ progress: Double) -> PlacedSurface {
        let look = ready.slide.style.look
        let place = place(for: look)
        var background: Color?
        switch (ready.slide.content, look.background) {
        case (.color(let color), _), (_, .color(let color)): background = color
        // What is behind the picture is part of it, and it is as large as its place.
        case (_, .blurred): background = .black
        case (_, .none): background = nil
        }
        let picture = ready.picture.map { picture in
            PlacedPicture(
                picture.id, version: picture.version,
                frame: ready.slide.film == nil
                    ? frame(of: picture.size, look: look, progress: progress) : frame(ofFilm: picture, look: look))
        }
        func radius(of rectangle: ContentRectangle) -> Float {
            Float(max(0, look.cornerRadius.resolved(of: min(rectangle.width, rectangle.height), pixel: pixel)))
        }
        let opacity = Float(look.opacity)
        // The corners of what is seen are rounded: those of the picture, or of the place that it fills.
        if let seen = picture?.frame.intersection(place), look.background != .blurred,
            placement.outputRectangle(of: seen) != placement.outputRectangle(of: place)
        {
            return PlacedSurface(
                picture: picture, background: background, place: place, mask: Mask(opacity: opacity),
                pictureRadius: radius(of: seen))
        }
        return PlacedSurface(
            picture: picture, background: background, place: place,
            mask: Mask(opacity: opacity, cornerRadius: radius(of: place)))
    }
}

extension TransitionShader {
    /// The shader of a transition; of one without, a mixture.
    /// - Parameter pictures: those of its own, by the names of its uniforms.
    public init(_ kind: Transition.Kind, _ pictures: [String: PictureID] = [:]) {
        switch kind {
        case .cut, .crossFade: self = .builtIn("fade")
        case .custom(let path, _): self.init(name: "\(path)", pictures: pictures)
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
            if index != first, let color = zone.ground, let area = zone.opaque,
                !zone.commands.covers(area.intersection(seen), in: placement)
            {
                let place = placement.contentRectangle(landingOn: area)
                commands.append(.surface(Surface(nil, background: color), area: place, mask: .none))
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
