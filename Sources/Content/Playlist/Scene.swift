public import DisplayModel

/// What one output shows: its zones with what plays in each.
public struct Scene {
    /// From below to above. Never empty zones' lists: a zone without any item for this output is left out.
    public var zones: [SceneZone]
    /// ``Playlist/canvas``.
    public var canvas: Size?
    /// Whose it is. Nil where that does not matter.
    public var output: OutputTraits?

    public init(zones: [SceneZone], canvas: Size? = nil, output: OutputTraits? = nil) {
        self.output = output
        self.zones = zones
        self.canvas = canvas
    }
}

/// A zone as one output has it.
public struct SceneZone {
    public var name: String?
    public var area: Area
    public var frame: Zone.Frame
    public var timeline: Timeline

    public init(name: String? = nil, area: Area = .whole, frame: Zone.Frame = .safeArea, timeline: Timeline) {
        self.name = name
        self.area = area
        self.frame = frame
        self.timeline = timeline
    }
}

extension Playlist {
    /// What an output shows of it.
    /// - Parameter pasts: what its lists came to, worked out before.
    public func scene(for output: OutputTraits, _ pasts: ListPasts = ListPasts()) -> Scene {
        Scene(
            zones: zones.compactMap { zone in
                guard zone.conditions.allSatisfy({ $0.contains { $0.holds(for: output) } }) else { return nil }
                return SceneZone(
                    name: zone.name, area: zone.area, frame: zone.frame,
                    timeline: Timeline(zone.content, schedules: schedules, on: output, pasts))
            }, canvas: canvas, output: output)
    }
}
