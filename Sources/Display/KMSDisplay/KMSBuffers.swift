public import DisplayModel
import LinuxSystem

/// The three ways to a framebuffer.
struct CardBuffers {
    let card: Card
    let capabilities: DeviceSnapshot.Capabilities
    let gbm: GBMDevice
    let handles: GEMHandles

    private var path: String { card.path }

    func makeBuffer(size: Size, format: PixelFormat, modifiers: [FormatModifier]) throws(DisplayError)
        -> any ScanoutBuffer
    {
        try check(size, "allocate \(size) \(format) buffer")
        let named = modifiers.filter { $0 != .implicit }
        if !named.isEmpty, capabilities.contains(.modifiers),
            let buffer = try? GBMBuffer(on: gbm, size: size, format: format, layout: .modifiers(named))
        {
            return buffer
        }
        // Some drivers support modifiers for some formats or sizes only. They accept the buffer without.
        return try GBMBuffer(on: gbm, size: size, format: format, layout: .implicit)
    }

    /// By GBM, which counts the users of the memory together with the renderer: both use the card's open file, in which
    /// a dma-buf has one handle. The kernel imports what the renderer's driver cannot.
    func importBuffer(
        planes: [DMABufPlane], size: Size, format: PixelFormat, modifier: FormatModifier
    ) throws(DisplayError) -> any ScanoutBuffer {
        let operation = "import \(size) \(format) buffer"
        try check(size, operation)
        guard (1...4).contains(planes.count) else {
            throw DisplayError(
                operation: operation, object: path, code: DisplayError.Code.invalid,
                reason: "a framebuffer has one to four planes")
        }
        var layout = GBMBuffer.Layout.modifiers([modifier])
        if !capabilities.contains(.modifiers) {
            guard [.implicit, .linear].contains(modifier) else {
                throw DisplayError(
                    operation: operation, object: path, code: DisplayError.Code.invalid,
                    reason: "the device knows no modifiers")
            }
            layout = .implicit
        } else if modifier == .implicit {
            layout = .implicit
        }
        let source = ImportedBuffer.Source(planes: planes, size: size, format: format, modifier: modifier)
        if let memory = try? BufferObject(on: gbm, importing: source) {
            return try ImportedBuffer(memory, source, layout)
        }
        do {
            return try ImportedBuffer(handles, source, layout, gbm.census)
        } catch { throw DisplayError(error, operation: operation, object: path) }
    }

    func makeDumbBuffer(size: Size, format: PixelFormat) throws(DisplayError) -> any ScanoutBuffer {
        let operation = "allocate \(size) \(format) dumb buffer"
        try check(size, operation)
        guard let bytes = format.bytesPerPixel else {
            throw DisplayError(
                operation: operation, object: path, code: DisplayError.Code.invalid,
                reason: "dumb buffers have one plane with whole bytes for each pixel")
        }
        do {
            return try DumbBuffer(on: card, size: size, format: format, bytesPerPixel: bytes, census: gbm.census)
        } catch {
            throw DisplayError(error, operation: operation, object: path)
        }
    }

    private func check(_ size: Size, _ operation: String) throws(DisplayError) {
        guard (1...65535).contains(size.width), (1...65535).contains(size.height) else {
            throw DisplayError(
                operation: operation, object: path, code: DisplayError.Code.invalid, reason: "no buffer has that size")
        }
    }
}

extension KMSDevice {
    private var buffers: CardBuffers {
        CardBuffers(card: card, capabilities: reader.capabilities, gbm: gbm, handles: handles)
    }

    public func makeBuffer(size: Size, format: PixelFormat, modifiers: [FormatModifier]) throws(DisplayError)
        -> any ScanoutBuffer
    {
        try buffers.makeBuffer(size: size, format: format, modifiers: modifiers)
    }

    public func importBuffer(
        planes: [DMABufPlane], size: Size, format: PixelFormat, modifier: FormatModifier
    ) throws(DisplayError) -> any ScanoutBuffer {
        try buffers.importBuffer(planes: planes, size: size, format: format, modifier: modifier)
    }

    public func makeDumbBuffer(size: Size, format: PixelFormat) throws(DisplayError) -> any ScanoutBuffer {
        try buffers.makeDumbBuffer(size: size, format: format)
    }
}
