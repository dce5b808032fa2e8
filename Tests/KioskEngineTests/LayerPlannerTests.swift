import DisplayModel
import Rendering
import Testing

@testable import ScreenKeeping

@Suite struct LayerPlannerTests {
    private let placement = Placement(output: Size(width: 640, height: 480))
    private let overlay = PlaneSnapshot(
        id: PlaneID(rawValue: 2), kind: .overlay, possibleCRTCs: [],
        formats: [FormatSupport(format: .xrgb8888, modifiers: [])])

    private func picture(_ id: UInt64, x: Double = 100, opacity: Float = 1) -> DrawCommand {
        let frame = ContentRectangle(x: x, y: 50, width: 320, height: 240)
        return .picture(
            PlacedPicture(PictureID(rawValue: id), frame: frame), area: frame, opacity: opacity, background: .black)
    }

    private func planner(_ planes: [PlaneSnapshot], size: Size = Size(width: 320, height: 240)) -> LayerPlanner {
        LayerPlanner(planes: planes) { picture in
            LayerPlanner.Imported(
                framebuffer: FramebufferID(rawValue: UInt32(picture.picture.rawValue)),
                format: FormatSupport(format: .xrgb8888, modifiers: []), size: size, isOpaque: true)
        }
    }

    private func frame(_ commands: [DrawCommand]) -> FrameDescription {
        FrameDescription(placement: placement, commands: [.clear(.black)] + commands)
    }

    @Test func aPictureOnTopGoesToAPlane() {
        let plan = planner([overlay]).plan(frame([picture(1), picture(2, x: 0)]))
        #expect(plan.rest == frame([picture(1)]))
        #expect(plan.imported.map(\.framebuffer.rawValue) == [2])
        #expect(plan.imported.map(\.destination) == [Rectangle(x: 0, y: 50, width: 320, height: 240)])
    }

    @Test func asManyAsThereArePlanesInTheirOrder() {
        var second = overlay
        second.id = PlaneID(rawValue: 3)
        let plan = planner([overlay, second]).plan(frame([picture(1), picture(2), picture(3)]))
        #expect(plan.imported.map(\.plane.rawValue) == [2, 3])
        #expect(plan.imported.map(\.framebuffer.rawValue) == [2, 3])
        #expect(plan.rest == frame([picture(1)]))
    }

    @Test func whatIsMixedTurnedCutOrNotImportedIsDrawn() {
        var turned = frame([picture(1)])
        turned.placement.orientation = .clockwise180
        var nothing = planner([overlay])
        nothing.imported = { _ in nil }
        let cases: [(LayerPlanner, FrameDescription)] = [
            (planner([overlay]), frame([picture(1, opacity: 0.5)])), (planner([overlay]), turned),
            (planner([overlay]), frame([picture(1, x: 500)])), (nothing, frame([picture(1)])),
            (planner([]), frame([picture(1)])),
        ]
        for (planner, frame) in cases {
            #expect(planner.plan(frame) == LayerPlanner.Plan(rest: frame, imported: []))
        }
    }

    @Test func whatWasRefusedIsNotTriedAgain() {
        var planner = planner([overlay], size: Size(width: 640, height: 480))
        #expect(planner.plan(frame([picture(1)])).imported.count == 1)
        planner.refused = [.init(plane: overlay.id, format: .xrgb8888, isScaled: true)]
        #expect(planner.plan(frame([picture(1)])).imported.isEmpty)
    }

    /// A format in a plane's list is no proof that it is shown rightly.
    @Test func whatADriverShowsWronglyIsDrawn() {
        let sand = FormatModifier(rawValue: 7 << 56 | 4)
        let plane = PlaneSnapshot(
            id: PlaneID(rawValue: 2), kind: .overlay, possibleCRTCs: [],
            formats: [FormatSupport(format: .nv12, modifiers: [.linear, sand])])
        func isOnAPlane(_ driver: String, _ modifiers: [FormatModifier]) -> Bool {
            var planner = LayerPlanner(planes: [plane]) { picture in
                LayerPlanner.Imported(
                    framebuffer: FramebufferID(rawValue: 1),
                    format: FormatSupport(format: .nv12, modifiers: modifiers), size: Size(width: 320, height: 240),
                    isOpaque: true)
            }
            planner.driver = driver
            return !planner.plan(frame([picture(1)])).imported.isEmpty
        }
        #expect(!isOnAPlane("vc4", [.linear]) && !isOnAPlane("vc4", []))
        #expect(isOnAPlane("vc4", [sand]))
        #expect(isOnAPlane("i915", [.linear]))
    }

    @Test func theComposedLayerIsAlwaysThere() {
        let only = FrameDescription(placement: placement, commands: [picture(1)])
        let plan = planner([overlay]).plan(only)
        #expect(plan.imported.count == 1)
        #expect(plan.rest.commands == [.clear(.black)])
    }
}
