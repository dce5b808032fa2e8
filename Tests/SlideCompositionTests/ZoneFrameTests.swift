import DisplayModel
import Playlist
import Rendering
import Testing

@testable import SlideComposition

/// Which commands a frame is made of.
@Suite struct ZoneFrameTests {
    let placement = Placement(output: Size(width: 200, height: 100))
    let red = Color(red: 1, green: 0, blue: 0)

    func look(_ change: (inout Look) -> Void = { _ in }) -> Look {
        var look = Look()
        change(&look)
        return look
    }

    func picture(
        _ id: UInt64, _ width: Int, _ height: Int, _ look: Look = Look(), _ transition: Transition = .standard
    ) -> ReadySlide {
        let picture = ReadyPicture(id: PictureID(rawValue: id), size: Size(width: width, height: height))
        return ReadySlide(Slide(.picture(path: "\(id)"), style: Style(look, transition)), picture: picture)
    }

    func color(_ color: Color) -> ReadySlide { ReadySlide(Slide(.color(color))) }

    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ContentRectangle {
        ContentRectangle(x: x, y: y, width: width, height: height)
    }

    func placed(_ id: UInt64, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PlacedPicture {
        PlacedPicture(PictureID(rawValue: id), frame: rectangle(x, y, width, height))
    }

    func commands(_ content: SlidePlayer.Content) -> [DrawCommand] {
        FrameDescription(content, in: placement).commands
    }

    /// The commands of zones over one another, each on an area of the screen.
    func commands(
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

    let whole = "0 0 100% 100%"

    // MARK: Zones that come and go

    /// Over another zone, which is seen through it meanwhile.
    @Test func aZoneFadesOverWhatIsBelow() throws {
        let slide = picture(2, 100, 100, look { $0.opacity = 0.5 })
        let half = "50% 0 50% 100%"
        let below = SlidePlayer.Content.still(color(red), 0)
        for (content, opacity) in [
            (SlidePlayer.Content.appearing(slide, 0, progress: 0.25), 0.125),
            (.vanishing(slide, 0, progress: 0.25), 0.375),
        ] {
            #expect(
                try commands([(whole, below), (half, content)]) == [
                    .clear(red),
                    .surface(
                        Surface(placed(2, 100, 0, 100, 100), background: .black), area: rectangle(100, 0, 100, 100),
                        mask: Mask(opacity: Float(opacity))),
                ])
        }
        #expect(try commands([(whole, below), (half, .appearing(slide, 0, progress: 0))]) == [.clear(red)])
        #expect(try commands([(whole, below), (half, .vanishing(slide, 0, progress: 1))]) == [.clear(red)])
        #expect(
            try commands([(whole, below), (half, .appearing(slide, 0, progress: 1))])
                == commands([(whole, below), (half, .still(slide, 0))]))
    }

    @Test func aTransitionWithAShaderComesFromNothing() throws {
        let slide = picture(2, 200, 100, Look(), Transition(.builtIn("wipe", .left), duration: .seconds(1)))
        let surface = Surface(placed(2, 0, 0, 200, 100), background: .black)
        let (nothing, area) = (Surface(nil, background: nil), rectangle(0, 0, 200, 100))
        let wipe = TransitionShader(.builtIn("wipe", .left))
        #expect(
            commands(.appearing(slide, 0, progress: 0.25)) == [
                .clear(.black), .transition(wipe, from: nothing, to: surface, area: area, progress: 0.25, mask: .none),
            ])
        #expect(
            commands(.vanishing(slide, 0, progress: 0.25)) == [
                .clear(.black), .transition(wipe, from: surface, to: nothing, area: area, progress: 0.25, mask: .none),
            ])
    }

    // MARK: One zone alone

    @Test func nothingIsBlack() {
        #expect(commands(.nothing) == [.clear(.black)])
        #expect(FrameDescription(.nothing, in: placement) == .empty(placement))
    }

    @Test func aPictureBesideItsBackground() {
        let slide = picture(1, 100, 100, look { $0.background = .color(red) })
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

    @Test func aColorIsCleared() {
        #expect(commands(.still(color(red), 0)) == [.clear(red)])
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

    @Test func aPictureFadesFromAColorOnIt() {
        let (from, to) = (color(.black), picture(2, 200, 100))
        #expect(
            commands(.change(from: from, 0, to: to, 0, progress: 0.25)) == [
                .picture(
                    placed(2, 0, 0, 200, 100), area: rectangle(0, 0, 200, 100), opacity: 0.25, background: .black)
            ])
    }

    @Test func unlikeBackgroundsAreMixedByAShader() {
        let to = picture(2, 100, 100, look { $0.background = .color(red) })
        #expect(
            commands(.change(from: picture(1, 200, 100), 0, to: to, 0, progress: 0.25)) == [
                .transition(
                    .builtIn("fade"), from: Surface(placed(1, 0, 0, 200, 100), background: .black),
                    to: Surface(placed(2, 50, 0, 100, 100), background: red), area: rectangle(0, 0, 200, 100),
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
        let surface = Surface(placed(1, 0, 0, 200, 100), background: .black)
        #expect(
            commands(.still(half, 0)) == [
                .clear(.black), .surface(surface, area: rectangle(0, 0, 200, 100), mask: Mask(opacity: 0.5)),
            ])
        let round = picture(1, 200, 100, look { $0.cornerRadius = Length(share: 0.25, pixels: 3) })
        #expect(
            commands(.still(round, 0)).last
                == .surface(surface, area: rectangle(0, 0, 200, 100), mask: Mask(cornerRadius: 28)))
        // What is seen is round: the picture, where it leaves something of its place free.
        let narrow = picture(1, 100, 100, look { $0.cornerRadius = Length(share: 0.25) })
        #expect(
            commands(.still(narrow, 0)).last
                == .surface(
                    Surface(placed(1, 50, 0, 100, 100), background: .black, cornerRadius: 25),
                    area: rectangle(0, 0, 200, 100), mask: .none))
        let blurred = picture(
            1, 100, 100,
            look {
                $0.cornerRadius = Length(share: 0.25)
                $0.background = .blurred
            })
        #expect(
            commands(.still(blurred, 0)).last
                == .surface(
                    Surface(placed(1, 50, 0, 100, 100), background: .black), area: rectangle(0, 0, 200, 100),
                    mask: Mask(cornerRadius: 25)))
        let clear = picture(1, 200, 100, look { $0.background = .none })
        #expect(
            commands(.still(clear, 0)).last
                == .surface(
                    Surface(placed(1, 0, 0, 200, 100), background: nil), area: rectangle(0, 0, 200, 100),
                    mask: .none))
    }

    @Test func unlikeMasksFadeByThemselves() {
        let a = picture(1, 200, 100)
        let b = picture(2, 200, 100, look { $0.opacity = 0.5 })
        let (from, to) = (
            Surface(placed(1, 0, 0, 200, 100), background: .black),
            Surface(placed(2, 0, 0, 200, 100), background: .black)
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
                    .builtIn("fade"), from: to, to: Surface(placed(3, 0, 0, 200, 100), background: .black),
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
                    Surface(placed(2, 10, 10, 180, 80), background: .black), area: rectangle(10, 10, 180, 80),
                    mask: Mask(opacity: 0.25)))
    }
}
