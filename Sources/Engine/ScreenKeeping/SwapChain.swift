import DisplayModel
import DisplayPlanning
import Rendering

/// The two buffers of one connector's screen: one on screen, one to draw into. Made for a mode and a renderer, and given
/// back with them.
///
/// Two are enough because drawing begins when a flip has come, and a whole refresh is left for it.
final class SwapChain {
    static let count = 2

    let buffers: [any ScanoutBuffer]
    private let renderer: any FrameRenderer
    /// What was drawn into each buffer last. Nil where that is not known.
    private var contents: [FrameDescription?] = Array(repeating: nil, count: count)

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

    /// Whether this renderer draws into it.
    func isDrawn(by renderer: any FrameRenderer) -> Bool { self.renderer === renderer }

    /// Draws a frame into one of the buffers, as far as it differs from what is in it.
    /// - Returns: a fence, where drawing is not finished yet and the kernel is to wait.
    func draw(_ frame: FrameDescription, into index: Int) throws(RenderingError) -> Int32? {
        let damage = frame.changes(since: contents[index])
        // What a failed drawing leaves behind is not known.
        contents[index] = nil
        let fence = try renderer.draw(frame, into: buffers[index], damage: damage)
        contents[index] = frame
        return fence
    }
}
