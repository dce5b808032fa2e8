import DisplayModel
public import Rendering

extension GLESRenderer {
    /// What is wrong with the text of a playlist's own transition, without any compiler; with the line. Nil if nothing is.
    public static func faultInText(of source: [UInt8]) -> String? {
        do throws(RenderingError) { _ = try TransitionSource(name: "shader", text: source) } catch {
            return error.reason
        }
        return nil
    }

    /// The parameters of a playlist's own transition, with their types: `sampler2D` for pictures. Nil where something is
    /// wrong with its text.
    public static func parameters(of source: [UInt8]) -> [(name: String, type: String)]? {
        (try? TransitionSource(name: "shader", text: source))?.parameters
    }

    /// Draws with whatever a driver loads when it first compiles and draws.
    public func warmUp() throws(RenderingError) { try drawSmall("fade") }

    /// Compiles a transition of a playlist's own and draws it, small, at several points of its progress.
    ///
    /// For a process that is made for it: what the compiler or the processor does with a hostile source has no limits here.
    /// - Parameter isBounded: whether what is too much by its text is refused before. Tests see without what a compiler does.
    /// - Throws: as ``addTransition(_:source:)``, and what the driver says of drawing.
    public func tryTransition(_ name: String, source: [UInt8], isBounded: Bool = true) throws(RenderingError) {
        try context.makeCurrent()
        try surfaces.add(name, source, isBounded: isBounded)
        try drawSmall(name)
    }

    private func drawSmall(_ name: String) throws(RenderingError) {
        let buffer = TrialBuffer()
        try adopt(buffer)
        defer { forget(buffer) }
        let size = buffer.size
        let area = ContentRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let pictures = try trialPictures(name)
        defer { for id in pictures.values { discardPicture(id) } }
        let surfaces = [1, 0].map { Surface(nil, background: Color(red: $0, green: $0, blue: $0)) }
        for progress: Float in [0.02, 0.5, 0.98] {
            let command = DrawCommand.transition(
                TransitionShader(name: name, pictures: pictures), from: surfaces[0], to: surfaces[1], area: area,
                progress: progress,
                mask: .none)
            _ = try draw(FrameDescription(placement: Placement(output: size), commands: [command]), into: buffer)
        }
        // It waits until all is drawn.
        _ = try readPixels(of: buffer)
    }

    /// A picture in place of each that a transition has of its own.
    private func trialPictures(_ name: String) throws(RenderingError) -> [String: PictureID] {
        var pictures: [String: PictureID] = [:]
        let size = Size(width: 4, height: 4)
        var pixels: [UInt8] = []
        for index in 0..<size.area { pixels += [UInt8(index * 16), UInt8(255 - index * 16), 128, 255] }
        for (index, sampler) in try surfaces.transition(name).samplers.enumerated() {
            let id = PictureID(rawValue: .max - UInt64(index))
            try createPicture(id, size: size)
            pictures[sampler] = id
            let result = unsafe pixels.withUnsafeBytes { bytes in
                Result { () throws(RenderingError) in
                    try unsafe upload(id, rows: 0..<size.height, stride: size.width * 4, pixels: bytes)
                }
            }
            try result.get()
        }
        return pictures
    }
}

private final class TrialBuffer: ScanoutBuffer {
    let framebuffer = FramebufferID(rawValue: .max)
    let size = Size(width: 64, height: 36)
    let format = PixelFormat.xrgb8888
    let modifier = FormatModifier.implicit
    var memory: BufferMemory { unsafe .rendererOwned }
}
