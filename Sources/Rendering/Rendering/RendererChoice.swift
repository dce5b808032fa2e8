/// Which renderer draws frames.
public enum RendererChoice: String, Hashable, Sendable, CaseIterable {
    /// The GLES renderer, unless it would draw with the processor itself, or cannot be had.
    case auto
    /// OpenGL ES 2.
    case gles
    /// The processor, without GL.
    case cpu
}
