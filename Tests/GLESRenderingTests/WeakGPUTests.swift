import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// GPUs with small textures, with little memory, and after a reset.
struct WeakGPUTests {
    private let output = Size(width: 96, height: 54)
    private var whole: ContentRectangle { ContentRectangle(output) }

    private func frame(_ commands: DrawCommand...) -> FrameDescription {
        FrameDescription(placement: Placement(output: output), commands: commands)
    }

    private func showing(_ picture: PictureID) -> FrameDescription {
        frame(.picture(PlacedPicture(picture, frame: whole), area: whole, opacity: 1, background: .black))
    }

    /// Soft enough that half the texels tell as much.
    private func shades(_ size: Size) -> Pixels {
        Pixels(size) { x, y in
            (UInt8(x * 255 / (size.width - 1)), UInt8(y * 255 / (size.height - 1)), UInt8((x + y) % 7 * 4))
        }
    }

    /// As on a Pi 3, whose textures have 2048 texels a side, with a picture that is zoomed on a screen of 1080p.
    @Test(arguments: [95, 64, 48])
    func aPictureLargerThanATextureIsDrawnAllTheSame(limit: Int32) throws {
        let picture = shades(output)
        let (drawn, texels) = try WeakGPU(longestSide: limit).during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            let id = try renderer.create(1, picture)
            return (try renderer.pixels(of: showing(id)), try #require(renderer.pictures[id]).texels)
        }
        #expect(max(texels.width, texels.height) == Int(limit))
        var largest = 0
        for index in drawn.bytes.indices where index % 4 != 2 {
            largest = max(largest, abs(Int(drawn.bytes[index]) - Int(picture.bytes[index])))
        }
        #expect(largest <= 8, "all of the picture, where it was to be")
    }

    @Test func rowsOfAReducedPictureComeAFewAtATime() throws {
        let picture = shades(output)
        let (whole, pieces) = try WeakGPU(longestSide: 40).during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            let first = try renderer.create(1, picture)
            let second = PictureID(rawValue: 2)
            try renderer.createPicture(second, size: output)
            for row in 0..<output.height {
                try unsafe picture.bytes.withUnsafeBytes { bytes in
                    let part = unsafe UnsafeRawBufferPointer(
                        rebasing: bytes[row * output.width * 4..<(row + 1) * output.width * 4])
                    try unsafe renderer.upload(second, rows: row..<row + 1, stride: output.width * 4, pixels: part)
                }
            }
            return (try renderer.pixels(of: showing(first)), try renderer.pixels(of: showing(second)))
        }
        #expect(whole.difference(from: pieces) == nil)
    }

    @Test func aReducedRowIsTheMeanOfWhatItCovers() {
        var reduction = ReducedRows(Size(width: 5, height: 3), to: Size(width: 2, height: 2))
        var rows: [Int: [UInt8]] = [:]
        for row in 0..<3 {
            let pixels = (0..<5).flatMap { column in [UInt8](repeating: UInt8(column * 10 + row * 60), count: 4) }
            unsafe pixels.withUnsafeBytes { unsafe reduction.add(row: row, $0) { rows[$0] = $1 } }
        }
        // Columns 0, 1 and half of 2 have the mean 8; rows 0 and half of 1 add 20.
        #expect(rows == [0: [28, 28, 28, 28, 52, 52, 52, 52], 1: [108, 108, 108, 108, 132, 132, 132, 132]])
    }

    @Test func noMemoryIsSaidAndLeavesNothingBehind() throws {
        try WeakGPU(textures: 1).during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            let first = try renderer.create(1, shades(output))
            let error = #expect(throws: RenderingError.self) { try renderer.create(2, shades(output)) }
            #expect(error?.reason == "GL_OUT_OF_MEMORY" && error?.isContextLost == false)
            #expect(try renderer.pixels(of: showing(first)).size == output, "the next call does not trip over it")
        }
    }

    /// Textures that are kept for later make room for one that is wanted now.
    @Test func whatIsKeptForLaterMakesRoom() throws {
        try WeakGPU().during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            renderer.discardPicture(try renderer.create(1, shades(output)))
            WeakGPU.change { $0.textures = 0 }
            #expect(throws: RenderingError.self) { try renderer.create(2, shades(output.transposed)) }
            WeakGPU.change { $0.textures = 1 }
            _ = try renderer.create(3, shades(output.transposed))
        }
    }

    /// A GPU that draws in tiles would fetch each tile of the old frame first. Of a frame that is drawn in part, it has to.
    @Test func whatAWholeFrameCoversIsNotFetched() throws {
        try WeakGPU().during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            let id = try renderer.create(1, shades(output))
            let buffer = MemoryBuffer(output)
            try renderer.adopt(buffer)
            let whole = try WeakGPU.discards { _ = try renderer.draw(showing(id), into: buffer) }
            #expect(whole == 1)
            let corner = Damage.rectangles([Rectangle(x: 0, y: 0, width: 9, height: 9)])
            let part = try WeakGPU.discards { _ = try renderer.draw(showing(id), into: buffer, damage: corner) }
            #expect(part == 0)
            #expect(try Pixels(output, bytes: renderer.readPixels(of: buffer)).difference(from: shades(output)) == nil)
        }
    }

    /// Where the kernel knows nothing of the drawing, a frame is finished before it is handed on: it would be torn. The
    /// library at hand has no sync files.
    @Test(
        arguments: [
            ("NVIDIA GeForce RTX 3060/PCIe/SSE2", "OpenGL ES 3.2 NVIDIA 535.183.01", 1),
            ("Mali-G52", "OpenGL ES 3.2 v1.r32p1-01eac0", 1),
            ("zink (NVIDIA GeForce RTX 3060 (NVIDIA_PROPRIETARY))", "OpenGL ES 3.2 Mesa 24.1.0", 1),
            ("llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6", 1),
            ("zink (llvmpipe (LLVM 15.0.6, 256 bits))", "OpenGL ES 3.2 Mesa 24.1.0", 1),
            ("V3D 4.2", "OpenGL ES 3.1 Mesa 22.3.6", 0), ("AMD CAYMAN (DRM 2.50.0)", "OpenGL ES 3.1 Mesa 22.3.6", 0),
            ("NVC1", "OpenGL ES 3.2 Mesa 22.3.6", 0),
        ] as [(StaticString, StaticString, Int)])
    func aFrameIsFinishedWhereNobodyWaitsForIt(name: StaticString, version: StaticString, finishes: Int) throws {
        try WeakGPU(names: (name, version)).during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            #expect(renderer.summary == "\(name), \(version)")
            #expect(renderer.completion != .fence, "there are no sync files here")
            let id = try renderer.create(1, shades(output))
            let buffer = MemoryBuffer(output)
            try renderer.adopt(buffer)
            let counted = try WeakGPU.finishes { _ = try renderer.draw(showing(id), into: buffer) }
            #expect(counted == finishes, "\(name)")
        }
    }

    private enum Call: CaseIterable { case create, upload, addTransition, prepare, adopt, draw, verify }

    /// Whichever call comes first after a reset tells of it, also those that the driver lets pass.
    @Test(arguments: Call.allCases, [0x8253, 0x8254, 0x8255] as [UInt32])
    private func aResetIsToldByAnyCall(call: Call, status: UInt32) throws {
        try WeakGPU().during {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            let id = try renderer.create(1, shades(output))
            let buffer = MemoryBuffer(output)
            try renderer.adopt(buffer)
            try renderer.verify()
            WeakGPU.change { $0.resetStatus = status }
            let error = #expect(throws: RenderingError.self) {
                switch call {
                case .create: try renderer.createPicture(PictureID(rawValue: 2), size: output)
                case .upload:
                    try unsafe shades(output).bytes.withUnsafeBytes {
                        try unsafe renderer.upload(id, rows: 0..<1, stride: output.width * 4, pixels: $0)
                    }
                case .addTransition: try renderer.addTransition("x", source: Array("void".utf8))
                case .prepare: try renderer.prepare(TransitionShader(name: "wipe"))
                case .adopt: try renderer.adopt(MemoryBuffer(output))
                case .draw: _ = try renderer.draw(showing(id), into: buffer)
                case .verify: try renderer.verify()
                }
            }
            #expect(error?.isContextLost == true, "\(String(describing: error))")
            #expect(error?.reason.contains("the GPU was reset") == true)
        }
    }
}
