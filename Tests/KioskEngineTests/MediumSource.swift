import DisplayModel
import Media
import Rendering
import Timing

@testable import Presentation

/// Shows a medium over a whole screen; or nothing but black.
final class MediumSource: FrameSource {
    private(set) var outcomes: [FrameOutcome] = []
    private let medium: Medium?
    private let placement: Placement

    private let due: MonotonicTime?

    /// - Parameter due: when the medium begins; nil for what does not move.
    init(_ medium: Medium?, due: MonotonicTime? = nil, on placement: Placement) {
        self.medium = medium
        self.due = due
        self.placement = placement
    }

    func frame(
        for viewer: Viewer, at refresh: Refresh, from media: ResidentMedia, mayMake: () -> Bool
    ) -> SourceFrame {
        guard let medium else {
            return SourceFrame(
                FrameDescription(placement: placement, commands: [.clear(.black)]), nextChange: .never)
        }
        var commands: [DrawCommand] = [.clear(.black)]
        let state = media.readiness(of: medium, at: refresh.middle)
        if case .ready(let picture) = state {
            let area = ContentRectangle(placement.content)
            commands.append(
                .picture(
                    PlacedPicture(picture.id, version: picture.version, frame: area), area: area, opacity: 1,
                    background: .black))
        }
        let change = media.nextChange(of: medium, after: refresh.middle)
        var frame = SourceFrame(
            FrameDescription(placement: placement, commands: commands), nextChange: change.map { .at($0) } ?? .never)
        if case .notYet = state { frame.isMissing = true }
        switch state {
        case .ready, .notYet: frame.waitsForMedia = true
        case .ended, .failed: break
        }
        return frame
    }

    func demands(of viewer: Viewer, from instant: MonotonicTime) -> [MediaDemand] {
        medium.map { [MediaDemand($0, due: due ?? instant)] } ?? []
    }

    func isReady(for viewer: Viewer, at instant: MonotonicTime, from media: ResidentMedia) -> Bool {
        guard let medium else { return true }
        return if case .notYet = media.readiness(of: medium, at: instant) { false } else { true }
    }

    func rehearsal(for viewer: Viewer, at instant: MonotonicTime, from media: ResidentMedia) -> FrameDescription? {
        nil
    }

    func report(_ outcome: FrameOutcome, of frame: SourceFrame, for viewer: Viewer) { outcomes.append(outcome) }
}
