import CEGL
import DisplayModel
import Rendering

/// A picture as a texture, which is smaller where the picture is larger than textures may be.
final class Picture {
    let size: Size
    /// The texture's own size.
    let texels: Size
    let texture: GLuint
    private var reduction: ReducedRows?
    /// How it is sampled now. It is the texture's own state, so it lasts from frame to frame.
    private var sampling: Sampling = .interpolated

    enum Sampling: GLint {
        /// `GL_NEAREST`: the texel itself.
        case exact = 0x2600
        /// `GL_LINEAR`
        case interpolated = 0x2601
    }

    /// A texture of undefined pixels, which it leaves bound.
    /// - Parameter side: the longest that a texture's may be.
    init(_ size: Size, atMost side: Int = .max) {
        self.size = size
        texels = ReducedRows.size(of: size, atMost: side)
        reduction = texels == size ? nil : ReducedRows(size, to: texels)
        var name: GLuint = 0
        unsafe glGenTextures(1, &name)
        texture = name
        let target = GLenum(GL_TEXTURE_2D)
        glBindTexture(target, texture)
        glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), sampling.rawValue)
        glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), sampling.rawValue)
        glTexImage2D(
            target, 0, GL_RGBA, GLsizei(texels.width), GLsizei(texels.height), 0, GLenum(GL_RGBA),
            GLenum(GL_UNSIGNED_BYTE), nil)
    }

    /// A single transparent texel, which it leaves bound: the picture of a surface that has none.
    static func nothing() -> Picture {
        let picture = Picture(Size(width: 1, height: 1))
        let texel: [UInt8] = [0, 0, 0, 0]
        unsafe texel.withUnsafeBytes {
            guard let start = $0.baseAddress else { return }
            unsafe picture.upload(rows: 0..<1, stride: 4, from: start, rowLength: .fixed)
        }
        return picture
    }

    /// Binds the texture to a unit, ready to be drawn.
    func bind(unit: GLenum, _ wanted: Sampling) {
        glActiveTexture(GLenum(GL_TEXTURE0) + unit)
        let target = GLenum(GL_TEXTURE_2D)
        glBindTexture(target, texture)
        guard wanted != sampling else { return }
        glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), wanted.rawValue)
        glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), wanted.rawValue)
        sampling = wanted
    }

    /// Whether rows may be uploaded from this one on: a picture that is made smaller takes them in their order.
    func takesRow(_ row: Int) -> Bool { row == 0 || reduction.map { $0.nextRow == row } ?? true }

    /// Uploads rows to the bound texture.
    /// - Parameter rowLength: whether GL may be told that rows are longer in memory than in the picture; where it may
    ///   not and they are, each row is a call of its own.
    func upload(rows: Range<Int>, stride: Int, from start: UnsafeRawPointer, rowLength: RowLength) {
        guard reduction == nil else { return unsafe uploadReduced(rows, stride, start) }
        let isPacked = stride == size.width * 4
        if isPacked || (rowLength == .settable && stride % 4 == 0) {
            if !isPacked { glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH_EXT), GLint(stride / 4)) }
            unsafe replace(rows, start)
            if !isPacked { glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH_EXT), 0) }
        } else {
            // A row may start anywhere in memory, so nothing is said about its alignment.
            glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
            for (index, row) in rows.enumerated() {
                unsafe replace(row..<row + 1, start + index * stride)
            }
            glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
        }
    }

    private func uploadReduced(_ rows: Range<Int>, _ stride: Int, _ start: UnsafeRawPointer) {
        for (index, row) in rows.enumerated() {
            let pixels = unsafe UnsafeRawBufferPointer(start: start + index * stride, count: size.width * 4)
            unsafe reduction?.add(row: row, pixels) { texelRow, texels in
                unsafe texels.withUnsafeBytes {
                    if let start = $0.baseAddress { unsafe replace(texelRow..<texelRow + 1, start) }
                }
            }
        }
    }

    enum RowLength {
        /// By `GL_EXT_unpack_subimage`.
        case settable
        case fixed
    }

    private func replace(_ rows: Range<Int>, _ pixels: UnsafeRawPointer) {
        unsafe glTexSubImage2D(
            GLenum(GL_TEXTURE_2D), 0, 0, GLint(rows.lowerBound), GLsizei(texels.width), GLsizei(rows.count),
            GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), pixels)
    }
}

/// The pictures of a renderer by their ids, and a few discarded ones kept for the next of the same size.
///
/// The slides of a screen are mostly of one size, and memory fresh from the kernel costs a page fault for every
/// 4 KiB: more than the upload itself.
struct PictureStore {
    private var pictures: [PictureID: Picture] = [:]
    /// The oldest first.
    private var spare: [Picture] = []

    /// The longest side of a texture, in texels.
    let longestSide: Int

    init(longestSide: Int) { self.longestSide = longestSide }

    /// One for each of the slides that a change of slides on two screens lets go of.
    static let spareLimit = 2

    subscript(id: PictureID) -> Picture? { pictures[id] }

    mutating func create(_ id: PictureID, _ size: Size) throws(RenderingError) {
        discard(id)
        if let index = spare.lastIndex(where: { $0.size == size }) {
            pictures[id] = spare.remove(at: index)
            return
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        let picture = Picture(size, atMost: longestSide)
        do throws(RenderingError) {
            try RenderingError.check("glTexImage2D for a picture of \(size)")
        } catch {
            Self.delete(picture)
            throw error
        }
        pictures[id] = picture
    }

    mutating func discard(_ id: PictureID) {
        guard let picture = pictures.removeValue(forKey: id) else { return }
        spare.append(picture)
        if spare.count > Self.spareLimit { Self.delete(spare.removeFirst()) }
    }

    /// Lets go of what is kept for later.
    /// - Returns: whether that was anything.
    mutating func forgetSpare() -> Bool {
        defer { spare = [] }
        for picture in spare { Self.delete(picture) }
        return !spare.isEmpty
    }

    private static func delete(_ picture: Picture) {
        var name = picture.texture
        unsafe glDeleteTextures(1, &name)
    }
}
