import DisplayModel
import Playlist
import Testing

@testable import SlideComposition

/// Which commands a frame is made of.
@Suite struct ZoneFrameTests {
    private let placement = Placement(output: Size(width: 200, height: 100))
    private let red = Colour(red: 1, green: 0, blue: 0)

    private func look(_ change: (inout Look) -> Void = { _ in }) -> Look {
        var look = Look()
        change(&look)
        return look
    }

    private func picture(
        _ id: UInt64, _ width: Int, _ height: Int, _ look: Look = Look(), _ transition: Transition = .standard
    ) -> ReadySlide {
        let picture = ReadyPicture(id: PictureID(rawValue: id), size: Size(width: width, height: height))
        return ReadySlide(Slide(.picture(path: "\(id)"), style: Style(look, transition)), picture: picture)
    }

    private func colour(_ colour: Colour) -> ReadySlide { ReadySlide(Slide(.colour(colour))) }

    private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ContentRectangle {
        ContentRectangle(x: x, y: y, width: width, height: height)
    }

    private func placed(_ id: UInt64, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PlacedPicture {
        PlacedPicture(PictureID(rawValue: id), frame: rectangle(x, y, width, height))
    }

    private func commands(_ content: SlidePlayer.Content) -> [DrawCommand] {
        FrameDescription(content, in: placement).commands
    }

    /// The commands of zones over one another, each on an area of the screen.
    private func commands(
        _ zones: [(area: String, content: SlidePlayer.Content)], in placement: Placement? = nil,
        frame: Zone.Frame = .safeArea
    ) throws -> [DrawCommand] {
        let placement = placement ?? self.placement
        let frames = try zones.map { zone in
            ZoneFrame(
                zone.content, in: SlideLayout(try #require(Area(text: zone.area)), of: frame, in: placement))
        }
        return FrameDescription(frames, in: placement, reachesEdges: frame == .screen).commands
    }

    private let whole = "0 0 100% 100%"

    // MARK: One zone alone

    @Test func nothingIsBlack() {
        #expect(commands(.nothing) == [.clear(.black)])
        #expect(FrameDescription(.nothing, in: placement) == .empty(placement))
    }

    @Test func aPictureBesideItsBackground() {
        let slide = picture(1, 100, 100, look { $0.background = .colour(red) })
        #expect(
            commands(.still(slide, 0)) == [
                .clear(red),
                .picture(placed(1, 50, 0, 100, 100), area: rectangle(50, 0, 100, 100), opacity: 1, background: red),
            ])
    }

    @Test func aPictureThatFillsTheScreenIsOneCommand() {
        let all = DrawCommand.picture(
            placed(1, 0, 0, 200, 100), area: rectangle(0, 0, 200, 100), opacity: 1, background: .black)
        #expect(commands(.still(picture(1, 200, 100), 0)) == [all])
        let blurred = picture(1, 200, 100, look { $0.background = .blurred })
        #expect(commands(.still(blurred, 0)) == [all], "what is blurred behind it is part of the picture")
    }

    @Test func aColourIsCleared() {
        #expect(commands(.still(colour(red), 0)) == [.clear(red)])
    }

    @Test func likePicturesAreMixedInOnePass() {
        #expect(
            commands(.change(from: picture(1, 200, 100), 0, to: picture(2, 200, 100), 0, progress: 0.25)) == [
                .crossFade(
                    from: placed(1, 0, 0, 200, 100), to: placed(2, 0, 0, 200, 100), area: rectangle(0, 0, 200, 100),
                    progress: 0.25)
            ])
    }

    @Test func unlikePicturesAreCutIntoParts() {
        let (a, b) = (placed(1, 50, 0, 100, 100), placed(2, 0, 20, 200, 60))
        #expect(
            commands(.change(from: picture(1, 100, 100), 0, to: picture(2, 200, 60), 0, progress: 0.25)) == [
                .clear(.black),
                .picture(a, area: rectangle(50, 0, 100, 20), opacity: 0.75, background: .black),
                .picture(a, area: rectangle(50, 80, 100, 20), opacity: 0.75, background: .black),
                .picture(b, area: rectangle(0, 20, 50, 60), opacity: 0.25, background: .black),
                .picture(b, area: rectangle(150, 20, 50, 60), opacity: 0.25, background: .black),
                .crossFade(from: a, to: b, area: rectangle(50, 20, 100, 60), progress: 0.25),
            ])
    }

    @Test func aPictureFadesFromAColourOnIt() {
        let (from, to) = (colour(.black), picture(2, 200, 100))
        #expect(
            commands(.change(from: from, 0, to: to, 0, progress: 0.25)) == [
                .picture(
                    placed(2, 0, 0, 200, 100), area: rectangle(0, 0, 200, 100), opacity: 0.25, background: .black)
            ])
    }

    @Test func unlikeBackgroundsAreMixedByAShader() {
        let to = picture(2, 100, 100, look { $0.background = .colour(red) })
        #expect(
            commands(.change(from: picture(1, 200, 100), 0, to: to, 0, progress: 0.25)) == [
                .transition(
                    .builtIn("fade"), from: SlideSurface(placed(1, 0, 0, 200, 100), background: .black),
                    to: SlideSurface(placed(2, 50, 0, 100, 100), background: red), area: rectangle(0, 0, 200, 100),
                    progress: 0.25, mask: .none)
            ])
    }

    @Test func shadersAreTheNewSlides() {
        let wipe = Transition(.builtIn("wipe", .up), duration: .seconds(1))
        let (a, b) = (picture(1, 200, 100), picture(2, 200, 100, Look(), wipe))
        guard
            case .transition(let shader, _, _, _, 0.5, .none) = commands(.change(from: a, 0, to: b, 0, progress: 0.5))
                .last
        else {
            Issue.record("no transition")
            return
        }
        #expect(shader == .builtIn("wipe", direction: .up))
        #expect(commands(.change(from: b, 0, to: a, 0, progress: 0.5)).count == 1)
        for progress in [0, 1] {
            let end = commands(.change(from: a, 0, to: b, 0, progress: Double(progress)))
            #expect(end == commands(.still(progress == 0 ? a : b, 0)), "the ends are the stills")
        }
    }

    @Test func aSlideThatBecomesItselfStays() {
        let slide = picture(1, 100, 100)
        #expect(commands(.change(from: slide, 0, to: slide, 0, progress: 0.5)) == commands(.still(slide, 0)))
    }

    @Test func whatLetsShowThroughIsASurface() {
        let half = picture(1, 200, 100, look { $0.opacity = 0.5 })
        let surface = SlideSurface(placed(1, 0, 0, 200, 100), background: .black)
        #expect(
            commands(.still(half, 0)) == [
                .clear(.black), .surface(surface, area: rectangle(0, 0, 200, 100), mask: Mask(opacity: 0.5)),
            ])
        let round = picture(1, 200, 100, look { $0.cornerRadius = Length(share: 0.25, pixels: 3) })
        #expect(
            commands(.still(round, 0)).last
                == .surface(surface, area: rectangle(0, 0, 200, 100), mask: Mask(cornerRadius: 28)))
        let clear = picture(1, 200, 100, look { $0.background = .none })
        #expect(
            commands(.still(clear, 0)).last
                == .surface(
                    SlideSurface(placed(1, 0, 0, 200, 100), background: nil), area: rectangle(0, 0, 200, 100),
                    mask: .none))
    }

    @Test func unlikeMasksFadeByThemselves() {
        let a = picture(1, 200, 100)
        let b = picture(2, 200, 100, look { $0.opacity = 0.5 })
        let (from, to) = (
            SlideSurface(placed(1, 0, 0, 200, 100), background: .black),
            SlideSurface(placed(2, 0, 0, 200, 100), background: .black)
        )
        let area = rectangle(0, 0, 200, 100)
        #expect(
            commands(.change(from: a, 0, to: b, 0, progress: 0.25)) == [
                .clear(.black), .surface(from, area: area, mask: Mask(opacity: 0.75)),
                .surface(to, area: area, mask: Mask(opacity: 0.125)),
            ])
        // Two of the same shape are mixed under it.
        let c = picture(3, 200, 100, look { $0.opacity = 0.5 })
        #expect(
            commands(.change(from: b, 0, to: c, 0, progress: 0.25)).last
                == .transition(
                    .builtIn("fade"), from: to, to: SlideSurface(placed(3, 0, 0, 200, 100), background: .black),
                    area: area, progress: 0.25, mask: Mask(opacity: 0.5)))
    }

    @Test func placesThatDifferFadeByThemselves() throws {
        let margin = try #require(Margin(text: "10px"))
        let b = picture(2, 180, 80, look { $0.margin = margin })
        let commands = commands(.change(from: picture(1, 200, 100), 0, to: b, 0, progress: 0.25))
        #expect(commands.count == 3)
        #expect(
            commands.last
                == .surface(
                    SlideSurface(placed(2, 10, 10, 180, 80), background: .black), area: rectangle(10, 10, 180, 80),
                    mask: Mask(opacity: 0.25)))
    }

    // MARK: Zones over one another

    @Test func whatIsHiddenIsNotDrawn() throws {
        let top = commands(.still(picture(3, 100, 100), 0))
        #expect(
            try commands([
                (whole, .still(picture(1, 200, 100), 0)), ("0 0 50% 50%", .still(picture(2, 100, 50), 0)),
                (whole, .still(picture(3, 100, 100), 0)),
            ]) == top)
        let fading = SlidePlayer.Content.change(from: picture(3, 100, 100), 0, to: picture(4, 9, 9), 0, progress: 0.5)
        #expect(try commands([(whole, .still(picture(1, 200, 100), 0)), (whole, fading)]) == commands(fading))
        let shaded = SlidePlayer.Content.change(from: colour(red), 0, to: picture(4, 9, 9), 0, progress: 0.5)
        #expect(try commands([(whole, .still(picture(1, 200, 100), 0)), (whole, shaded)]) == commands(shaded))
    }

    @Test func whatIsHiddenOnlyInPartIsDrawnBelow() throws {
        let below = commands(.still(picture(1, 200, 100), 0))
        let small = DrawCommand.picture(
            placed(2, 100, 0, 100, 50), area: rectangle(100, 0, 100, 50), opacity: 1, background: .black)
        #expect(
            try commands([(whole, .still(picture(1, 200, 100), 0)), ("50% 0 50% 50%", .still(picture(2, 100, 50), 0))])
                == below + [small])
        // Beside a picture that does not fill its zone lies its background, and only in its zone.
        let narrow = DrawCommand.picture(
            placed(2, 130, 0, 40, 50), area: rectangle(130, 0, 40, 50), opacity: 1, background: red)
        let slide = picture(2, 40, 50, look { $0.background = .colour(red) })
        #expect(
            try commands([(whole, .still(picture(1, 200, 100), 0)), ("50% 0 50% 50%", .still(slide, 0))])
                == below + [
                    .surface(SlideSurface(nil, background: red), area: rectangle(100, 0, 100, 50), mask: .none), narrow,
                ])
    }

    @Test func whatLetsShowThroughLiesOnWhatIsBelow() throws {
        let bottom = SlidePlayer.Content.still(picture(1, 100, 100), 0)
        for top in [
            look { $0.opacity = 0.5 }, look { $0.background = .none }, look { $0.cornerRadius = Length(pixels: 9) },
        ] {
            let commands = try commands([(whole, bottom), (whole, .still(picture(2, 200, 100, top), 0))])
            #expect(commands.dropLast() == self.commands(bottom)[...])
            guard case .surface = commands.last else {
                Issue.record("\(commands)")
                return
            }
        }
        #expect(try commands([(whole, bottom), (whole, .nothing)]) == commands(bottom))
    }

    @Test func zonesSideBySideLieOnBlack() throws {
        let commands = try commands([
            ("0 0 50% 100%", .still(picture(1, 100, 100), 0)), ("50% 0 50% 100%", .still(colour(red), 0)),
        ])
        #expect(
            commands == [
                .clear(.black),
                .picture(placed(1, 0, 0, 100, 100), area: rectangle(0, 0, 100, 100), opacity: 1, background: .black),
                .surface(SlideSurface(nil, background: red), area: rectangle(100, 0, 100, 100), mask: .none),
            ])
    }

    // MARK: Edges

    @Test func aScreenZoneReachesTheEdges() throws {
        let scaled = try Overscan("scale:10%").placement(on: Size(width: 200, height: 100))
        let frames = [Zone.Frame.safeArea, .screen].map { frame in
            let layout = SlideLayout(.whole, of: frame, in: scaled)
            let size = layout.box(for: Look())
            let content = SlidePlayer.Content.still(picture(1, size.width, size.height), 0)
            return FrameDescription([ZoneFrame(content, in: layout)], in: scaled, reachesEdges: frame == .screen)
        }
        #expect(frames[0].placement == scaled)
        #expect(frames[0].commands.first == .clear(.black), "what the viewer does not see is blackened")
        #expect(frames[1].placement.visible == Rectangle(x: 0, y: 0, width: 200, height: 100))
        guard frames[1].commands.count == 1, case .picture(_, let area, _, _) = frames[1].commands.last else {
            Issue.record("\(frames[1].commands)")
            return
        }
        #expect(scaled.outputRectangle(of: area) == Rectangle(x: 0, y: 0, width: 200, height: 100))
    }

    @Test func aFrameThatReachesEdgesDoesSoElsewhere() throws {
        let inset = try Overscan("inset:10px").placement(on: Size(width: 200, height: 100))
        let other = try Overscan("inset:20px").placement(on: Size(width: 300, height: 100))
        var (safe, screen) = (
            FrameDescription([], in: inset, reachesEdges: false), FrameDescription([], in: inset, reachesEdges: true)
        )
        safe.place(on: other)
        screen.place(on: other)
        #expect(safe.placement == other)
        #expect(screen.placement.visible == Rectangle(x: 0, y: 0, width: 300, height: 100))
        #expect(screen.placement.area == other.area)
    }

    /// Every pixel of what is seen is covered by something, and what is hidden by nothing that is drawn later is there.
    @Test(arguments: 0..<60) func aPixelIsWhatTheTopmostZoneSays(seed: UInt64) throws {
        var state = seed &+ 1
        func random(_ range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int(state >> 33) % range.count
        }
        let overscans = ["none", "scale:3px,4px,5px,6px", "inset:2px"]
        let placement = try Overscan(overscans[random(0...2)]).placement(
            on: Size(width: 40, height: 24), orientation: Orientation.allCases[random(0...7)])
        let frame: Zone.Frame = random(0...1) == 0 ? .safeArea : .screen
        var zones: [ZoneFrame] = []
        // What each pixel shows: the picture's number, or a colour's.
        var expected: [String] = Array(repeating: "#000000", count: 40 * 24)
        let seen = frame == .screen ? Rectangle(placement.output) : placement.visible
        for number in 1...random(1...4) {
            let area =
                random(0...2) == 0
                ? Area.whole
                : Area(
                    x: Length(share: Double(random(0...60)) / 100), y: Length(share: Double(random(0...60)) / 100),
                    width: Length(share: Double(random(10...90)) / 100),
                    height: Length(share: Double(random(10...90)) / 100))
            let layout = SlideLayout(area, of: frame, in: placement)
            let ground = Colour(red: Float(number) / 4, green: 0, blue: 0)
            let look = look { $0.background = .colour(ground) }
            let box = layout.box(for: look)
            guard !box.isEmpty else { continue }
            let slide =
                random(0...3) == 0
                ? colour(ground)
                : picture(
                    UInt64(number), max(1, box.width - random(0...1) * random(0...9)),
                    max(1, box.height - random(0...1) * random(0...9)), look)
            zones.append(ZoneFrame(.still(slide, 0), in: layout))
            let place = placement.outputRectangle(of: layout.zone).intersection(seen)
            let shown = slide.picture.map { placement.outputRectangle(of: layout.frame(of: $0.size, look: look)) }
            paint(&expected, place, "\(ground)")
            if let shown { paint(&expected, shown.intersection(place), "\(number)") }
        }
        let description = FrameDescription(zones, in: placement, reachesEdges: frame == .screen)
        // Nothing at first: a pixel that is not drawn keeps what the buffer had.
        var found: [String] = Array(repeating: "?", count: 40 * 24)
        for command in description.commands {
            switch command {
            case .clear(let colour):
                paint(&found, Rectangle(placement.output), "#000000")
                paint(&found, description.placement.visible, "\(colour)")
            case .picture(let placed, let area, 1, _):
                paint(&found, placement.outputRectangle(of: area).intersection(seen), "\(placed.picture.rawValue)")
            case .surface(let surface, let area, .none):
                paint(&found, placement.outputRectangle(of: area).intersection(seen), "\(surface.background ?? .black)")
            default: Issue.record("\(command)")
            }
        }
        #expect(found == expected, "\(placement), \(description.commands)")
    }

    private func paint(_ pixels: inout [String], _ area: Rectangle, _ what: String) {
        for y in area.y..<max(area.y, area.maxY) {
            for x in area.x..<max(area.x, area.maxX) { pixels[y * 40 + x] = what }
        }
    }
}
