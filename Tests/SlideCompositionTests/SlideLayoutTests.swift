import DisplayModel
import Paths
import Playlist
import Rendering
import SlideComposition
import Testing

/// Where slides go, and at which size their pictures are decoded.
@Suite struct SlideLayoutTests {
    private func look(_ change: (inout Look) -> Void) -> Look {
        var look = Look()
        change(&look)
        return look
    }

    private func spec(_ layout: SlideLayout, _ look: Look = Look()) -> PictureSpec? {
        layout.spec(for: Slide(.picture(path: "a"), style: Style(look)))
    }

    private func layout(_ area: String, _ frame: Zone.Frame = .safeArea, in placement: Placement) throws -> SlideLayout
    {
        SlideLayout(try #require(Area(text: area)), of: frame, in: placement)
    }

    private let screen = Placement(output: Size(width: 1920, height: 1080))

    @Test func thePartsOfAScreen() throws {
        let side = try layout("75% 0 25% 100%-80px", in: screen)
        #expect(side.zone == ContentRectangle(x: 1440, y: 0, width: 480, height: 1000))
        #expect(
            spec(side)
                == PictureSpec(path: "a", layout: Size(width: 480, height: 1000), box: Size(width: 480, height: 1000)))
        // Thirds lie between pixels, side by side.
        let thirds = try ["0", "1/3", "2/3"].map { try layout("\($0) 0 1/3 100%", in: screen).zone }
        #expect(thirds.map(\.x) == [0, 640, 1280])
        #expect(SlideLayout(screen) == SlideLayout(.whole, of: .safeArea, in: screen))
    }

    /// Lengths in pixels grow and shrink with the screen, by one factor for both directions; shares are what they are.
    @Test(arguments: [
        (1920, 1080, 1.0), (3840, 2160, 2.0), (1280, 720, 2.0 / 3), (1920, 1200, 1.0), (1080, 1920, 0.5625),
        (960, 2160, 0.5),
    ])
    func lengthsInPixelsAreThoseOfTheCanvas(width: Int, height: Int, factor: Double) throws {
        let placement = Placement(output: Size(width: width, height: height))
        let area = try #require(Area(text: "120px 25% 50% 240px"))
        let canvas = Size(width: 1920, height: 1080)
        let layout = SlideLayout(area, of: .safeArea, canvas: canvas, in: placement)
        #expect(layout.pixel == factor)
        #expect(abs(layout.zone.x - 120 * factor) <= 0.5)
        #expect(abs(layout.zone.y - Double(height) / 4) <= 0.5)
        #expect(abs(layout.zone.width - Double(width) / 2) <= 1)
        #expect(abs(layout.zone.height - 240 * factor) <= 1)
        let margin = try #require(Margin(text: "48px"))
        #expect(abs(layout.place(for: look { $0.margin = margin }).x - layout.zone.x - 48 * factor) <= 1)
        // A zone in the edges that overscan hides has the same unit as those in the safe area.
        #expect(SlideLayout(area, of: .screen, canvas: canvas, in: placement).pixel == factor)
    }

    @Test func whatHangsOverIsCutOff() throws {
        let layout = try layout("-100px 50% 50% 100%", in: screen)
        #expect(layout.zone == ContentRectangle(x: 0, y: 540, width: 860, height: 540))
        #expect(try self.layout("100% 0 50% 50%", in: screen).isEmpty)
        #expect(try self.layout("0 0 50% 100%-1080px", in: screen).isEmpty)
        #expect(!layout.isEmpty)
        #expect(spec(try self.layout("100% 0 50% 50%", in: screen)) == nil)
    }

    @Test func colorsAreNotDecoded() {
        #expect(SlideLayout(screen).spec(for: Slide(.color(.black))) == nil)
    }

    @Test func theMarginIsKeptFree() throws {
        let margin = try #require(Margin(text: "10px 5% 20px 0"))
        let look = look { $0.margin = margin }
        let layout = try layout("50% 0 50% 50%", in: screen)
        #expect(layout.place(for: look) == ContentRectangle(x: 960, y: 10, width: 912, height: 510))
        #expect(spec(layout, look)?.box == Size(width: 912, height: 510))
        #expect(
            layout.frame(of: Size(width: 412, height: 510), look: look)
                == ContentRectangle(x: 1210, y: 10, width: 412, height: 510))
        let all = try #require(Margin(text: "60%"))
        #expect(spec(layout, self.look { $0.margin = all }) == nil, "nothing is left")
    }

    @Test func aPictureIsDecodedForItsLargestZoom() throws {
        let look = look {
            $0.motion = Motion(from: .init(zoom: 1.5), to: .init(focus: Focus(x: 1, y: 0), zoom: 1))
            $0.background = .blurred
        }
        let spec = try #require(self.spec(SlideLayout(screen), look))
        #expect(spec.box == Size(width: 2880, height: 1620))
        #expect(spec.layout == Size(width: 1920, height: 1080))
        #expect(spec.fit == .cover)
        #expect(spec.background == .color(.black), "nothing is seen behind it")
        #expect(spec.mostBytes == 2880 * 1620 * 4)
        let layout = SlideLayout(screen)
        #expect(
            layout.frame(of: spec.box, look: look, progress: 0)
                == ContentRectangle(x: -480, y: -270, width: 2880, height: 1620))
        #expect(
            layout.frame(of: spec.box, look: look, progress: 1)
                == ContentRectangle(x: 0, y: 0, width: 1920, height: 1080))
    }

    /// Wherever the view is, the picture fills its place.
    @Test(arguments: Motion.named.map(\.key)) func movingPicturesFillTheirPlace(name: String) throws {
        let motion = try #require(Motion.named.first { $0.key == name }).value
        let look = look { $0.motion = motion }
        let layout = try layout("10% 20% 30% 40%", in: screen)
        let place = layout.place(for: look)
        for step in -1...11 {
            let frame = layout.frame(of: Size(width: 1, height: 1), look: look, progress: Double(step) / 10)
            #expect(frame.x <= place.x + 1e-9 && frame.y <= place.y + 1e-9)
            #expect(frame.x + frame.width >= place.x + place.width - 1e-9)
            #expect(frame.y + frame.height >= place.y + place.height - 1e-9)
        }
    }

    @Test func scaledContentIsDecodedForWhereItLands() throws {
        let scaled = try Overscan("scale:10%").placement(on: Size(width: 1920, height: 1080))
        let layout = try layout("50% 0 50% 100%", in: scaled)
        let spec = try #require(self.spec(layout))
        #expect(spec.layout == Size(width: 960, height: 1080))
        #expect(spec.box == Size(width: 768, height: 864), "in the output's own pixels")
        let frame = layout.frame(of: spec.box, look: Look())
        #expect(scaled.outputRectangle(of: frame) == Rectangle(x: 960, y: 108, width: 768, height: 864))
        // A length in pixels is one of the layout's.
        let margin = try #require(Margin(text: "100px"))
        #expect(self.spec(layout, look { $0.margin = margin })?.box == Size(width: 608, height: 704))
    }

    @Test func aScreenZoneIsPartOfAllTheScreen() throws {
        for overscan in ["scale:10%", "inset:10%"] {
            let placement = try Overscan(overscan).placement(on: Size(width: 1000, height: 500))
            let layout = try layout("0 80% 100% 20%", .screen, in: placement)
            #expect(placement.outputRectangle(of: layout.zone) == Rectangle(x: 0, y: 400, width: 1000, height: 100))
            #expect(spec(layout)?.box == Size(width: 1000, height: 100))
        }
    }

    @Test(arguments: Orientation.allCases) func turnedContentIsLaidOutUpright(orientation: Orientation) throws {
        let placement = try Overscan("inset:10px,20px,30px,40px").placement(
            on: Size(width: 860, height: 540), orientation: orientation)
        let upright = orientation.isTransposing ? Size(width: 500, height: 800) : Size(width: 800, height: 500)
        let layout = try layout("0 0 100% 10%", in: placement)
        #expect(
            layout.zone
                == ContentRectangle(x: 0, y: 0, width: Double(upright.width), height: Double(upright.height / 10)))
        let spec = try #require(self.spec(layout))
        #expect(spec.box == Size(width: upright.width, height: upright.height / 10))
        #expect(spec.layout == spec.box)
        let landed = placement.outputRectangle(of: layout.frame(of: spec.box, look: Look()))
        #expect(landed.size == (orientation.isTransposing ? spec.box.transposed : spec.box))
        #expect(placement.visible.contains(landed))
    }
}
