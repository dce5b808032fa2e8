public import DisplayModel
extension Placement {
    public static func mirroring(_ source: Placement, on output: Size, overscan: Overscan, orientation: Orientation) -> Placement {
        overscan.placement(on: output, orientation: orientation)
    }
    public func tile(at rectangle: Rectangle) -> Placement { self }
}
