import DisplayModel
import DisplayPlanning
import SlideComposition

/// An output's two buffers: one on screen, one to draw into. Made for a mode and given back with it.
///
/// Two are enough because drawing begins when a flip has come, and a whole refresh is left for it.
final class SwapChain {
    static let count = 2

    let buffers: [any ScanoutBuffer]
    let support: FormatSupport
    private let renderer: any FrameRenderer

    /// - Parameter candidates: formats to try, best first.
    init(
        _ device: any DisplayDevice, _ renderer: any FrameRenderer, size: Size, candidates: [FormatSupport]
    ) throws(DisplayError) {
        var refusal = DisplayError(
            operation: "choose a format", object: device.path, code: DisplayError.Code.invalid,
            reason: "no pixel format that the plane shows can be drawn by the renderer")
        for candidate in candidates {
            do throws(DisplayError) {
                buffers = try Self.make(device, renderer, size, candidate)
                support = candidate
                self.renderer = renderer
                return
            } catch {
                if error.recovery == .deviceGone { throw error }
                refusal = error
            }
        }
        throw refusal
    }

    private static func make(
        _ device: any DisplayDevice, _ renderer: any FrameRenderer, _ size: Size, _ candidate: FormatSupport
    ) throws(DisplayError) -> [any ScanoutBuffer] {
        var made: [any ScanoutBuffer] = []
        do {
            for _ in 0..<count {
                let buffer = try device.makeBuffer(
                    size: size, format: candidate.format, modifiers: candidate.modifiers)
                try renderer.adopt(buffer)
                made.append(buffer)
            }
            return made
        } catch {
            for buffer in made { renderer.forget(buffer) }
            if let error = error as? DisplayError { throw error }
            throw DisplayError(
                operation: "draw into a \(candidate.format) buffer", object: device.path,
                code: DisplayError.Code.invalid, reason: "\(error)")
        }
    }

    deinit {
        for buffer in buffers { renderer.forget(buffer) }
    }
}
