/// What a plane can do, by its properties. No property says whether it scales, and how much: that is unknown until a
/// commit has been tested. The formats are in ``PlaneSnapshot/formats``.
extension PlaneSnapshot {
    /// Where a plane is in the stack of a CRTC's planes, and where it can be.
    public struct Stacking: Hashable, Sendable {
        public var zpos: UInt64
        /// Of one value where it cannot be changed.
        public var range: ClosedRange<UInt64>
        public var isImmutable: Bool
    }

    /// Nil where the driver has no such property: then primary planes are at the bottom and cursors at the top.
    public var stacking: Stacking? {
        guard let property = properties["zpos"] else { return nil }
        if !property.isImmutable, case .range(let range) = property.kind {
            return Stacking(zpos: property.value, range: range, isImmutable: false)
        }
        return Stacking(zpos: property.value, range: property.value...property.value, isImmutable: true)
    }

    /// Whether the whole plane can be made translucent.
    public var hasAlpha: Bool { properties["alpha"]?.isImmutable == false }

    /// Turns and reflections that the plane knows; not all go together.
    public var rotations: PlaneRotation {
        guard let property = properties["rotation"], case .bitmask(let choices) = property.kind else { return .rotate0 }
        return choices.reduce(into: []) { rotations, choice in
            if let bit = PlaneRotation.names.firstIndex(of: choice.name) {
                rotations.insert(PlaneRotation(rawValue: 1 << UInt64(bit)))
            }
        }
    }

    /// Empty where it cannot be chosen.
    public var blendModes: [BlendMode] { choices("pixel blend mode") }
    /// Empty where it cannot be chosen.
    public var colorEncodings: [ColorEncoding] { choices("COLOR_ENCODING") }
    /// Empty where it cannot be chosen.
    public var colorRanges: [ColorRange] { choices("COLOR_RANGE") }

    private func choices<Value: RawRepresentable<String>>(_ name: String) -> [Value] {
        guard let property = properties[name], case .enumeration(let choices) = property.kind else { return [] }
        return choices.compactMap { Value(rawValue: $0.name) }
    }
}
