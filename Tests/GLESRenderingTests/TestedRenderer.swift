import DisplayModel
import GLESRendering
import Rendering

@testable import CPURendering

/// The renderers that the same descriptions have to be the same pictures with.
enum TestedRenderer: CaseIterable {
    case gles, cpu

    private func make() throws -> any FrameRenderer {
        switch self {
        case .gles: try unsafe GLESRenderer(.surfaceless)
        // Several threads, so that their parts of a frame have to fit.
        case .cpu: CPURenderer(threads: 3, pixelsForThread: 100)
        }
    }

    /// Does the same with a new renderer of each kind.
    static func each(_ body: (any FrameRenderer) throws -> Void) throws {
        for kind in allCases { try body(kind.make()) }
    }
}
