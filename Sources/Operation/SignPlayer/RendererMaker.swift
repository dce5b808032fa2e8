import CPURendering
public import DisplayModel
import GLESRendering
import MachineInspection
public import Rendering

/// Makes devices' renderers.
public struct RendererMaker: Sendable {
    private let choice: RendererChoice
    /// Whether a playlist has transitions of its own, which only the GLES renderer draws.
    private let needsShaders: Bool
    private let log: Log

    public init(_ choice: RendererChoice, needsShaders: Bool, log: Log) {
        (self.choice, self.needsShaders, self.log) = (choice, needsShaders, log)
    }

    /// - Throws: `RenderingError` or `DisplayError` where GL cannot be had and is asked for.
    public func make(for device: any DisplayDevice) throws -> any FrameRenderer {
        switch choice {
        case .cpu: return CPURenderer()
        case .gles: return try unsafe GLESRenderer(device.nativeDisplay)
        case .auto:
            // What GL is would be known only when it has started, which takes longest where there is no GPU.
            if !needsShaders, RenderNodes.areAbsent { return CPURenderer() }
            do {
                let renderer = try unsafe GLESRenderer(device.nativeDisplay)
                return renderer.isSoftware && !needsShaders ? CPURenderer() : renderer
            } catch {
                log(.warning, "\(device.path): the processor draws, since there is no GL: \(error)")
                return CPURenderer()
            }
        }
    }
}
