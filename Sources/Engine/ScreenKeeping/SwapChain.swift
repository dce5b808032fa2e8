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
    /// - Throws: ``Failure/impossible(_:)`` where none of them can be had, ``Failure/contextLost(_:)`` where the renderer
    ///   could draw into no buffer at all.
    init(
        _ device: any DisplayDevice, _ renderer: any FrameRenderer, size: Size, candidates: [FormatSupport]
    ) throws(Failure) {
        var refusal = DisplayError(
            operation: "choose a format", object: device.path, code: DisplayError.Code.invalid,
            reason: "no pixel format that the plane shows can be drawn by the renderer")
        for candidate in candidates {
            do throws(Failure) {
                buffers = try Self.make(device, renderer, size, candidate)
                self.renderer = renderer
                return
            } catch {
                guard case .impossible(let error) = error, error.recovery != .deviceGone else { throw error }
                refusal = error
            }
        }
        throw .impossible(refusal)
    }

    /// Why there is no chain.
    enum Failure: Error {
        /// Another combination of mode and format may be possible.
        case impossible(DisplayError)
        /// Nothing helps but another renderer.
        case contextLost(RenderingError)

        var reason: String {
            switch self {
            case .impossible(let error): error.reason
            case .contextLost(let error): error.reason
            }
        }

        /// What fails in the body makes the combination impossible.
        static func refusing<Result>(_ body: () throws(DisplayError) -> Result) throws(Failure) -> Result {
            do { return try body() } catch { throw .impossible(error) }
        }
    }

    private static func make(
        _ device: any DisplayDevice, _ renderer: any FrameRenderer, _ size: Size, _ candidate: FormatSupport
    ) throws(Failure) -> [any ScanoutBuffer] {
        var made: [any ScanoutBuffer] = []
        do {
            for _ in 0..<count {
                let buffer = try renderer.makeBuffer(
                    on: device, size: size, format: candidate.format, modifiers: candidate.modifiers)
                try renderer.adopt(buffer)
                made.append(buffer)
            }
            return made
        } catch {
            for buffer in made { renderer.forget(buffer) }
            if let error = error as? DisplayError { throw .impossible(error) }
            if let error = error as? RenderingError, error.isContextLost { throw .contextLost(error) }
            throw .impossible(
                DisplayError(
                    operation: "draw into a \(candidate.format) buffer", object: device.path,
                    code: DisplayError.Code.invalid, reason: "\(error)"))
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
