import DisplayModel
import Rendering

/// Decides which pictures of a frame a plane shows by itself, without being drawn: pure, from the frame, what the planes
/// can do and what was refused before. Drawing everything is always a way.
struct LayerPlanner {
    /// A picture that the device has as a framebuffer.
    struct Imported: Hashable {
        var framebuffer: FramebufferID
        var format: FormatSupport
        /// In pixels of the framebuffer.
        var size: Size
        var isOpaque: Bool
    }

    /// A combination that the device did not take.
    struct Refusal: Hashable {
        var plane: PlaneID
        var format: PixelFormat
        var isScaled: Bool
    }

    struct Plan: Hashable {
        /// What is drawn, for the composed layer at the bottom.
        var rest: FrameDescription
        /// What lies over it, from bottom to top.
        var imported: [DisplayUpdate.Layer]
    }

    /// The planes of the CRTC that lie over the composed layer's, from bottom to top.
    var planes: [PlaneSnapshot]
    var imported: (PlacedPicture) -> Imported?
    var refused: Set<Refusal> = []
    /// The kernel's, whose planes they are.
    var driver = ""

    /// Takes pictures off the top of the frame for as long as a plane can show each as it is meant: whole, upright,
    /// unmixed and within the visible part. What lies below them is drawn.
    func plan(_ frame: FrameDescription) -> Plan {
        var plan = Plan(rest: frame, imported: [])
        var free = planes
        while let command = plan.rest.commands.last, let layer = layer(for: command, in: frame.placement, on: &free) {
            plan.rest.commands.removeLast()
            plan.imported.insert(layer, at: 0)
        }
        // The composed layer is always there: it is what covers the CRTC.
        if plan.rest.commands.isEmpty { plan.rest.commands = [.clear(.black)] }
        return plan
    }

    /// - Parameter free: the planes that are left; those from the one that is taken upwards are gone after it, since what
    ///   is found later lies below.
    private func layer(
        for command: DrawCommand, in placement: Placement, on free: inout [PlaneSnapshot]
    ) -> DisplayUpdate.Layer? {
        guard case .picture(let picture, let area, let opacity, _) = command, opacity == 1,
            placement.orientation == .normal, let imported = imported(picture)
        else { return nil }
        let destination = placement.outputRectangle(of: picture.frame)
        guard imported.isOpaque, destination == placement.outputRectangle(of: area), !destination.isEmpty,
            placement.visible.contains(destination)
        else { return nil }
        let isScaled = destination.size != imported.size
        let index = free.lastIndex { plane in
            plane.shows(imported.format) && !DeniedFormats.contains(imported.format, driver: driver)
                && !refused.contains(
                    Refusal(plane: plane.id, format: imported.format.format, isScaled: isScaled))
        }
        guard let index else { return nil }
        let plane = free[index]
        free.removeSubrange(index...)
        return DisplayUpdate.Layer(
            plane: plane.id, framebuffer: imported.framebuffer, source: Rectangle(imported.size),
            destination: destination)
    }
}

extension PlaneSnapshot {
    /// Whether the plane takes a format with its modifier.
    fileprivate func shows(_ wanted: FormatSupport) -> Bool {
        formats.contains { support in
            support.format == wanted.format
                && (wanted.modifiers.isEmpty || support.modifiers.contains { wanted.modifiers.contains($0) })
        }
    }
}
