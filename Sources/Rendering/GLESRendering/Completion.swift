/// How a screen learns that a frame is drawn.
enum Completion: Hashable {
    /// The kernel waits for a sync file.
    case fence
    /// The kernel waits for the fences that the driver attaches to the buffer itself (implicit synchronisation).
    case implicit
    /// Nobody would wait: a frame is finished before it is handed on.
    case finished

    /// Without sync files. Mesa's drivers of hardware attach fences to buffers; what draws on the processor has none, and
    /// NVIDIA's driver attaches none, nor is it known of other makers' own. A frame that is shown before it is drawn is
    /// torn, and one that was waited for is merely early.
    /// - Parameters:
    ///   - renderer: `GL_RENDERER`.
    ///   - version: `GL_VERSION`.
    init(renderer: String, version: String) {
        let isMesa = version.contains("Mesa") && !renderer.contains("NVIDIA_PROPRIETARY")
        self = isMesa && !Self.isSoftware(renderer) ? .implicit : .finished
    }

    /// Mesa's renderers that draw on the processor.
    static func isSoftware(_ renderer: String) -> Bool {
        ["llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SWR"].contains { renderer.contains($0) }
    }
}
