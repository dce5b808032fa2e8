import CEGL
import DisplayModel
import Foundation
import RenderedPixels
import Rendering
import ShaderSource
import Testing

@testable import GLESRendering

/// Whether GL knows a texture by this name. Needs a current context.
func isTexture(_ name: UInt32) -> Bool { glIsTexture(name) != 0 }

struct ProgramTests {
    @Test func everyShaderFileIsEmbedded() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../shaders").standardized
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".vert") || $0.hasSuffix(".frag") }
        #expect(Set(files) == Set(ShaderFile.allCases.map(\.rawValue)))
        for file in ShaderFile.allCases {
            #expect(Data(file.source) == (try Data(contentsOf: folder.appending(path: file.rawValue))))
        }
    }

    /// Names that playlists may use, and the files, go together.
    @Test func everyBuiltInTransitionHasItsFile() throws {
        let names = TransitionShader.builtIns.map(\.name)
        let files = ShaderFile.allCases.map(\.rawValue).filter { $0.hasPrefix("transitions/") }
        #expect(Set(names.map { "transitions/\($0).frag" }) == Set(files))
        #expect(names.count == files.count)
        for (name, isDirected) in TransitionShader.builtIns {
            let file = try #require(ShaderFile.transition(name))
            let source = try TransitionSource(name: name, text: file.source)
            #expect((source.direction != nil) == isDirected, "\(name)")
        }
    }

    @Test(arguments: Program.Kind.allCases, Program.Depth.allCases)
    func everyProgramLinksAndHasItsUniforms(_ kind: Program.Kind, _ depth: Program.Depth) throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.context.makeCurrent()
        let program = try Program(kind, for: depth)
        for uniform in Uniform.allCases {
            #expect((program.location(uniform) >= 0) == kind.uniforms.contains(uniform), "\(uniform)")
        }
    }

    @Test func uniformsThatDoNotMatchAreRefused() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.context.makeCurrent()
        func link(_ uniforms: Set<Uniform>, fragment: [UInt8] = ShaderFile.pictureFragment.source) throws {
            _ = try Program(
                vertex: ShaderFile.pictureVertex.source, fragment: fragment, name: "test.frag", uniforms: uniforms)
        }
        let right = Program.Kind.picture.uniforms
        try link(right)
        func reason(_ body: () throws -> Void) -> String? {
            #expect(throws: RenderingError.self) { try body() }?.description
        }
        #expect(
            reason { try link(right.union([.progress])) }
                == "link test.frag: the shaders do not use the uniform progress")
        #expect(
            reason { try link(right.subtracting([.opacity])) } == "link test.frag: nothing sets the uniform opacity")
        let broken = reason { try link(right, fragment: Array("void main() { gl_FragColor = nonsense; }".utf8)) }
        #expect(broken?.hasPrefix("compile test.frag: ") == true)
        #expect(broken?.contains("nonsense") == true)
        #expect(broken?.contains("\n") == false)
    }

    @Test func rendererTellsWhatItIs() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        #expect(renderer.summary.contains("OpenGL ES"))
        #expect(renderer.pictures.longestSide >= 2048)
        #expect(renderer.targetFormats.contains { $0.format == .xrgb8888 })
    }

    /// The display is shared: one renderer going must not take it away from the other.
    @Test func renderersDoNotDisturbEachOther() throws {
        let size = Size(width: 4, height: 4)
        let frame = FrameDescription(
            placement: Placement(output: size), commands: [.clear(Color(red: 0, green: 0, blue: 1))])
        let lasting = try unsafe GLESRenderer(.surfaceless)
        do {
            let passing = try unsafe GLESRenderer(.surfaceless)
            #expect(try passing.pixels(of: frame) == Pixels(size, (0, 0, 255)))
            #expect(try lasting.pixels(of: frame) == Pixels(size, (0, 0, 255)))
        }
        #expect(try lasting.pixels(of: frame) == Pixels(size, (0, 0, 255)))
    }

    @Test func errorsNameTheCallAndTheCode() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        try renderer.context.makeCurrent()
        glEnable(0xFFFF)
        let error = #expect(throws: RenderingError.self) { try RenderingError.check("glEnable") }
        #expect(error?.description == "glEnable: GL_INVALID_ENUM")
        #expect(error?.isContextLost == false)
        #expect(RenderingError.name(ofGLError: 0x0507) == "GL_CONTEXT_LOST")
    }
}
