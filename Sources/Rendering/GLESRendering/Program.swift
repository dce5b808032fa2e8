import CEGL
import Rendering
import ShaderSource

/// What the shaders are told for each rectangle. The names are the ones in the shader files.
enum Uniform: Int, CaseIterable {
    case xColumn, yColumn, offset
    case area, frame, secondFrame, extent, frameExtent
    case picture, secondPicture
    case opacity, background, backdrop, progress, ratio, direction
    case mask, margin, rounding, pairRounding
    case fromPicture, fromFrame, fromExtent, fromBackdrop
    case toPicture, toFrame, toExtent, toBackdrop
    case conversion, zero

    var name: String { Self.reserved.contains(self) ? "\(self)_" : "\(self)" }

    /// The ones in front of a transition that may be anybody's: their names end so that they are not met there.
    private static let reserved: Set<Uniform> = [
        .mask, .margin, .pairRounding, .fromPicture, .fromFrame, .fromExtent, .fromBackdrop, .toPicture, .toFrame,
        .toExtent,
        .toBackdrop,
    ]
}

/// A linked pair of shaders with the places of its uniforms, looked up once.
struct Program {
    let name: GLuint
    /// By the raw value of ``Uniform``; -1 where this program has none, which GL ignores.
    private let locations: [GLint]

    /// Where every program finds its only attribute, the corner.
    static let corner: GLuint = 0
    /// The texture unit of a transition's first picture of its own.
    static let firstSampler: GLenum = 2

    enum Kind: CaseIterable {
        case picture, crossFade, surface, video

        /// One after the other.
        var fragments: [ShaderFile] {
            switch self {
            case .picture: [.pictureFragment]
            case .crossFade: [.crossFadeFragment]
            case .surface: [.maskFragment, .surfaceFragment]
            case .video: [.videoFragment]
            }
        }

        /// What the vertex shader is built with.
        var definitions: String {
            switch self {
            case .picture: ""
            case .crossFade, .video: "#define SECOND_PICTURE\n"
            case .surface: "#define SURFACE\n#define MASK\n"
            }
        }

        var uniforms: Set<Uniform> {
            switch self {
            case .picture: [.xColumn, .yColumn, .offset, .area, .frame, .picture, .background, .opacity]
            case .crossFade:
                [.xColumn, .yColumn, .offset, .area, .frame, .secondFrame, .picture, .secondPicture, .progress]
            case .surface:
                [
                    .xColumn, .yColumn, .offset, .area, .frame, .extent, .frameExtent, .picture, .backdrop, .rounding,
                    .mask,
                ]
            case .video:
                [
                    .xColumn, .yColumn, .offset, .area, .frame, .secondFrame, .picture, .secondPicture, .conversion,
                    .zero,
                ]
            }
        }

        /// Further pictures, in the order of their units.
        var samplers: [String] { self == .video ? ["thirdPicture"] : [] }
    }

    /// How many bits a channel of the output has.
    enum Depth: CaseIterable {
        /// Eight or more.
        case wide
        /// Fewer: what is drawn is dithered.
        case narrow

        /// What the fragment shader begins with.
        fileprivate var beginning: [UInt8] {
            switch self {
            case .wide: []
            case .narrow: Array("#define NARROW\n".utf8) + ShaderFile.ditherFragment.source
            }
        }
    }

    init(_ kind: Kind, for depth: Depth = .wide) throws(RenderingError) {
        try self.init(
            vertex: Array(kind.definitions.utf8) + ShaderFile.pictureVertex.source,
            fragment: depth.beginning + kind.fragments.flatMap(\.source),
            name: kind.fragments.map(\.rawValue).joined(separator: " and "),
            uniforms: kind.uniforms, samplers: kind.samplers)
    }

    init(_ transition: TransitionSource, for depth: Depth = .wide) throws(RenderingError) {
        try self.init(
            vertex: Array("#define TRANSITION\n#define MASK\n".utf8) + ShaderFile.pictureVertex.source,
            fragment: depth.beginning + transition.fragment, name: transition.name,
            uniforms: [.xColumn, .yColumn, .offset, .area, .extent, .mask],
            optional: [
                .progress, .ratio, .direction, .margin, .pairRounding, .fromPicture, .fromFrame, .fromExtent,
                .fromBackdrop,
                .toPicture, .toFrame, .toExtent, .toBackdrop,
            ], samplers: transition.samplers)
    }

    /// Compiles and links two sources, and sees to it that their uniforms are the ones that will be set.
    /// - Parameters:
    ///   - optional: uniforms that are set, whether the shaders use them or not.
    ///   - samplers: further pictures, in the order of their units, from ``firstSampler`` on.
    init(
        vertex: [UInt8], fragment: [UInt8], name fileName: String, uniforms: Set<Uniform>,
        optional: Set<Uniform> = [], samplers: [String] = []
    ) throws(RenderingError) {
        let vertexShader = try Self.compile(
            GLenum(GL_VERTEX_SHADER), vertex, name: "\(ShaderFile.pictureVertex.rawValue) for \(fileName)")
        defer { glDeleteShader(vertexShader) }
        let fragmentShader = try Self.compile(GLenum(GL_FRAGMENT_SHADER), fragment, name: fileName)
        defer { glDeleteShader(fragmentShader) }

        let program = glCreateProgram()
        glAttachShader(program, vertexShader)
        glAttachShader(program, fragmentShader)
        unsafe glBindAttribLocation(program, Self.corner, "corner")
        glLinkProgram(program)
        var isLinked: GLint = 0
        unsafe glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            let log = unsafe Self.log { unsafe glGetProgramInfoLog(program, $0, $1, $2) }
            glDeleteProgram(program)
            throw RenderingError(operation: "link \(fileName)", reason: log)
        }
        do throws(RenderingError) {
            let found = Self.activeUniforms(of: program).subtracting(samplers)
            try Self.compare(found, uniforms, optional, fileName)
        } catch {
            glDeleteProgram(program)
            throw error
        }

        name = program
        locations = Uniform.allCases.map { unsafe glGetUniformLocation(program, $0.name) }
        glUseProgram(program)
        for first in [Uniform.picture, .fromPicture] { glUniform1i(location(first), 0) }
        for second in [Uniform.secondPicture, .toPicture] { glUniform1i(location(second), 1) }
        for (index, sampler) in samplers.enumerated() {
            glUniform1i(unsafe glGetUniformLocation(program, sampler), GLint(Self.firstSampler) + GLint(index))
        }
    }

    func delete() { glDeleteProgram(name) }

    func location(_ uniform: Uniform) -> GLint { locations[uniform.rawValue] }

    private static func compare(
        _ found: Set<String>, _ needed: Set<Uniform>, _ optional: Set<Uniform>, _ fileName: String
    ) throws(RenderingError) {
        let needed = Set(needed.map(\.name))
        if let missing = needed.subtracting(found).min() {
            throw RenderingError(operation: "link \(fileName)", reason: "the shaders do not use the uniform \(missing)")
        }
        if let unset = found.subtracting(needed).subtracting(optional.map(\.name)).min() {
            throw RenderingError(operation: "link \(fileName)", reason: "nothing sets the uniform \(unset)")
        }
    }

    private static func activeUniforms(of program: GLuint) -> Set<String> {
        var count: GLint = 0
        unsafe glGetProgramiv(program, GLenum(GL_ACTIVE_UNIFORMS), &count)
        return Set(
            (0..<GLuint(count)).map { index in
                var (size, type): (GLint, GLenum) = (0, 0)
                return unsafe text(capacity: 256) { capacity, length, characters in
                    unsafe glGetActiveUniform(program, index, capacity, length, &size, &type, characters)
                }
            })
    }

    private static func compile(_ stage: GLenum, _ source: [UInt8], name: String) throws(RenderingError) -> GLuint {
        let shader = glCreateShader(stage)
        unsafe source.withUnsafeBytes { bytes in
            var characters: UnsafePointer<GLchar>? = unsafe bytes.baseAddress?.assumingMemoryBound(to: GLchar.self)
            var length = GLint(bytes.count)
            unsafe glShaderSource(shader, 1, &characters, &length)
        }
        glCompileShader(shader)
        var isCompiled: GLint = 0
        unsafe glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
        guard isCompiled != 0 else {
            let log = unsafe Self.log { unsafe glGetShaderInfoLog(shader, $0, $1, $2) }
            glDeleteShader(shader)
            throw RenderingError(operation: "compile \(name)", reason: log)
        }
        return shader
    }

    /// What the driver's compiler has to say, on one line.
    @unsafe private static func log(_ read: TextQuery) -> String {
        unsafe text(capacity: 4096, read).split(whereSeparator: \.isNewline).map(CompilerMessage.plain)
            .joined(separator: "; ")
    }

    /// GL's way of handing out text: room for so many bytes, how many it used, where to.
    private typealias TextQuery = (GLsizei, UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>) -> Void

    private static func text(capacity: Int, _ read: TextQuery) -> String {
        unsafe withUnsafeTemporaryAllocation(of: GLchar.self, capacity: capacity) { characters in
            var length: GLsizei = 0
            guard let start = characters.baseAddress else { return "" }
            unsafe read(GLsizei(capacity), &length, start)
            return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
        }
    }
}
