import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// Transitions that a playlist brings along.
struct OwnTransitionTests {
    private let size = Size(width: 64, height: 32)
    private var whole: ContentRectangle { ContentRectangle(x: 0, y: 0, width: 64, height: 32) }
    private let file = "/srv/sign/own.frag"

    /// Adds a transition and draws it between white and black.
    private func draw(
        _ source: String, _ progress: Float = 0.5, direction: TransitionShader.Direction = .none,
        with renderer: GLESRenderer? = nil
    ) throws -> Pixels {
        let renderer = try unsafe renderer ?? GLESRenderer(.surfaceless)
        try renderer.addTransition(file, source: Array(source.utf8))
        let shader = TransitionShader(name: file, direction: direction)
        try renderer.prepare(shader)
        return try renderer.pixels(
            of: FrameDescription(
                placement: Placement(output: size),
                commands: [
                    .transition(
                        shader, from: Surface(nil, background: Color(red: 1, green: 1, blue: 1)),
                        to: Surface(nil, background: .black), area: whole, progress: progress, mask: .none)
                ]))
    }

    private func refusal(_ source: [UInt8]) throws -> String? {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let error = #expect(throws: RenderingError.self) { try renderer.addTransition(file, source: source) }
        // The driver has nothing left to complain of.
        try RenderingError.check("refuse a transition")
        #expect(error?.operation.hasSuffix(file) == true)
        return error?.reason
    }

    private func refusal(_ source: String) throws -> String? { try refusal(Array(source.utf8)) }

    /// Blinds: functions, macros, a loop, and parameters with their values in either kind of comment.
    @Test func parametersLoopsFunctionsAndMacros() throws {
        let source = """
            // Author: somebody
            // License: MIT – or any other
            #ifdef GL_ES
            precision mediump float;
            #endif
            #define STRIPES 4.0
            #define inStripe(x) fract((x) * STRIPES)

            uniform int passes; // = 3
            uniform float weight/* = 0.25 */; /* how much a pass adds */
            uniform bool isLit /* = true */, isDark; // = false

            float sum(const in float x) {
                float total = 0.0;
                for (int i = 0; i < passes; ++i) {
                    if (i == 2) continue;
                    total += weight * x;
                }
                return total;
            }

            vec4 transition (vec2 p) {
                if (!isLit || isDark) return vec4(1.0, 0.0, 1.0, 1.0);
                return inStripe(p.x) < 0.5 ? mix(getFromColor(p), getToColor(p), progress) : vec4(vec3(sum(1.0)), 1.0);
            }
            """
        let expected = Pixels(size) { x, _ in x % 16 < 8 ? (191, 191, 191) : (128, 128, 128) }
        #expect(try draw(source, 0.25).difference(from: expected, tolerance: 1) == nil)
    }

    @Test func parametersOfEachType() throws {
        let source = """
            uniform highp float a; // = 1
            uniform vec2 b; // = vec2(0.2);
            uniform vec3 c /* = vec3(0.2, 0.4,
                0.6) */;
            uniform vec4 d; // = vec4(0.1, 0.0, 0, 1) // the last one
            uniform ivec2 e; // = ivec2(2, 3)
            uniform int f; // = 2
            uniform bool g; // = true

            vec4 transition(vec2 uv) {
                bool isRight = a == 1.0 && b == vec2(0.2, 0.2) && d.a == 1.0 && e == ivec2(2, 3) && f == 2 && g;
                return isRight ? vec4(c, 1.0) + d : vec4(0.0);
            }
            """
        #expect(try draw(source).difference(from: Pixels(size, (77, 102, 153)), tolerance: 1) == nil)
    }

    /// The origin is at the bottom left, `ratio` is the area's, and what the file declares beyond that is no matter.
    @Test func coordinatesAreTheSpecifications() throws {
        let source = """
            uniform float progress, ratio;
            vec4 transition(vec2 uv) { return vec4(uv, ratio / 4.0, progress); }
            """
        let expected = Pixels(size) { x, y in (UInt8((x * 2 + 1) * 2), UInt8((63 - y * 2) * 4), 128) }
        #expect(try draw(source).difference(from: expected, tolerance: 2) == nil)
    }

    /// As WebGL players do it: globals begin with what the progress is, each after those before it.
    @Test func globalsMayBeginWithAnyValue() throws {
        let source = """
            uniform ivec2 least; // = ivec2(2, 4)
            float rest = 1.0 - progress, half_ = rest / 2.0;
            float squared(float x) { return x * x; }
            const float unit = 1.0;
            highp vec2 sizes = rest > 0.0 && least.x == 2
                ? vec2(squared(rest), half_) : vec2(0.0);
            float unset;
            float from[2];
            struct Pair { float a, b; } pair;
            #ifdef GL_ES
            float inside = 1.0;
            #endif
            bool isRight = sizes.x == rest * rest;
            vec4 transition(vec2 uv) {
                rest += 1.0;
                return isRight ? vec4(sizes, unit * inside, 1.0) : vec4(0.0);
            }
            """
        #expect(try draw(source, 0.25).difference(from: Pixels(size, (143, 96, 255)), tolerance: 1) == nil)
        // Lines are what they were.
        #expect(
            try refusal("float a = progress,\n    b = nonsense;\nvec4 transition(vec2 uv) { return vec4(a); }")?
                .contains("line 2: ") == true)
    }

    /// Where the processor draws, mediump has 16 bits, and integers without a precision are mediump.
    @Test func numbersMadeOfIntegersHaveRoom() throws {
        let source = """
            vec4 transition(vec2 uv) {
                int column = int(uv.x * 4.0) + 1;
                return vec4(vec3(float(column) * 70000.0 / 280000.0), 1.0);
            }
            """
        let grey: [UInt8] = [64, 128, 191, 255]
        let expected = Pixels(size) { x, _ in (grey[x / 16], grey[x / 16], grey[x / 16]) }
        #expect(try draw(source).difference(from: expected, tolerance: 1) == nil)
    }

    /// Beyond the edges, their pixels go on.
    @Test func edgesAreRepeated() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let card = Pixels.card(size)
        let picture = PlacedPicture(try renderer.create(1, card), frame: whole)
        try renderer.addTransition(
            file, source: Array("vec4 transition(vec2 uv) { return getFromColor(uv * 2.0); }".utf8))
        let drawn = try renderer.pixels(
            of: FrameDescription(
                placement: Placement(output: size),
                commands: [
                    .transition(
                        TransitionShader(name: file), from: Surface(picture, background: .black),
                        to: Surface(nil, background: .black), area: whole, progress: 0.5, mask: .none)
                ]))
        #expect((32..<64).allSatisfy { drawn[$0, 0] == card[63, 0] })
        #expect(drawn[40, 31].1 == 0 && drawn[40, 31].2 == 255, "\(drawn[40, 31])")
    }

    @Test func directionIsTheFilesUnlessOneIsNamed() throws {
        let source = """
            uniform vec2 direction; // = vec2(0.5, -1)
            vec4 transition(vec2 uv) { return vec4(direction * 0.5 + 0.5, 0.0, 1.0); }
            """
        func shown(_ direction: TransitionShader.Direction) throws -> [UInt8] {
            Array(try draw(source, direction: direction).bytes.prefix(2))
        }
        #expect(try shown(.none) == [191, 0])
        #expect(try shown(.left) == [0, 128])
        #expect(try shown(.right) == [255, 128])
        #expect(try shown(.up) == [128, 255])
        #expect(try shown(.down) == [128, 0])
    }

    @Test func aTransitionOfTheSameNameReplacesTheOneBefore() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        func constant(_ color: String) -> String { "vec4 transition(vec2 uv) { return vec4(\(color), 1.0); }" }
        #expect(try draw(constant("1.0, 0.0, 0.0"), with: renderer) == Pixels(size, (255, 0, 0)))
        #expect(throws: RenderingError.self) { try draw(constant("nonsense"), with: renderer) }
        let shader = TransitionShader(name: file)
        let empty = Surface(nil, background: .black)
        let frame = FrameDescription(
            placement: Placement(output: size),
            commands: [.transition(shader, from: empty, to: empty, area: whole, progress: 0.5, mask: .none)])
        #expect(try renderer.pixels(of: frame) == Pixels(size, (255, 0, 0)))
        #expect(try draw(constant("0.0, 0.0, 1.0"), with: renderer) == Pixels(size, (0, 0, 255)))
        let refused = #expect(throws: RenderingError.self) {
            try renderer.addTransition("slide", source: Array(constant("1.0, 1.0, 1.0").utf8))
        }
        #expect(refused?.description == "compile slide: a built-in transition has this name: choose another")
    }

    // MARK: - What is wrong with them

    /// The driver counts lines as an editor does, whatever stands in front of the file and in its comments.
    @Test func compilersMessagesNameTheLineInTheFile() throws {
        #expect(try refusal("vec4 transition(vec2 uv) { return nonsense; }")?.contains("line 1: ") == true)
        let reason = try refusal(
            """
            /* Two lines
               of comment. */
            uniform vec3 colour /* = vec3(0.5,
                0.5, 0.5) */; // ümläut
            uniform float size; // = 1.0

            vec4 transition(vec2 uv) {\r
                return nonsense;
            }
            """)
        #expect(reason?.contains("line 8: ") == true && reason?.contains("nonsense") == true, "\(reason ?? "")")
        let value = try refusal(
            "uniform vec2 size; // = vec2(wrong)\nvec4 transition(vec2 uv) { return vec4(size, size); }")
        #expect(value?.contains("line 1: ") == true && value?.contains("wrong") == true, "\(value ?? "")")
        #expect(try refusal("vec4 transition(vec2 uv);") != nil)
    }

    @Test(
        arguments: [
            ("", "it does not define vec4 transition(vec2 uv)"),
            ("// vec4 transition(vec2 uv) {}", "it does not define vec4 transition(vec2 uv)"),
            (
                "\nuniform samplerCube sky;",
                "line 2: samplerCube sky cannot be set: a picture is a sampler2D"
            ),
            (
                "uniform sampler2D a, b, c,\nd, e;", "line 2: a transition may have 4 pictures of its own"
            ),
            (
                "vec4 transition(vec2 uv) {\nreturn texture2DProj(a, uv); }",
                "line 2: there is no texture2DProj here; use texture2D"
            ),
            (
                "uniform float size;\n// = 1.0",
                "line 1: the parameter size has no value: write it behind, as in uniform float size; // = float(1)"
            ),
            (
                "uniform float a /* = 1.0 */,\n    b;",
                "line 2: the parameter b has no value: write it behind, as in uniform float b; // = float(1)"
            ),
            ("uniform float sizes[3];", "line 1: a comma or a semicolon has to follow the uniform sizes"),
            ("\n\nuniform float", "line 3: uniform wants a type and a name behind it"),
            ("uniform", "line 1: uniform wants a type and a name behind it"),
            ("uniform float size", "line 1: a comma or a semicolon has to follow the uniform size"),
            (
                "uniform vec2 direction; // = normalize(vec2(1.0))",
                "line 1: the value of direction has to be like vec2(-1.0, 0.0), not normalize(vec2(1.0))"
            ),
            ("/*\n*/ float ä;", "line 2: only comments may have other characters than ASCII's"),
            (
                "vec4 transition(vec2 uv) { return vec4(0.0); }\nvoid main() {}",
                "line 2: a transition has no main(): it defines vec4 transition(vec2 uv) instead"
            ),
            ("\nfloat a\0;", "line 2: only comments may have other characters than ASCII's"),
        ] as [(String, String)])
    func whatCannotBeIsToldWithItsLine(_ source: String, _ reason: String) throws {
        #expect(try refusal(source) == reason)
    }

    @Test func sizeAndEncodingAreLimited() throws {
        let transition = "vec4 transition(vec2 uv) { return getToColor(uv); }"
        let padded = Array(transition.utf8) + [UInt8](repeating: 0x20, count: TransitionSource.largestSize)
        #expect(try refusal(padded) == "it has \(padded.count) bytes; a transition may have 65536")
        #expect(try refusal(Array(transition.utf8) + [0x2F, 0x2F, 0xFF]) == "it is not UTF-8")
        _ = try draw(String(decoding: padded.prefix(TransitionSource.largestSize), as: UTF8.self))
    }

    /// Whatever bytes a file is cut off at, or has in the wrong place, there is an answer.
    @Test func anyTextIsReadToItsEnd() throws {
        let text = Array(
            "uniform vec2 a /* = vec2(1) */, b; // = vec2(2)\r\n#define x(y) /* */ y\nvec4 transition(".utf8)
        for end in 0...text.count {
            _ = try? TransitionSource(name: file, text: Array(text.prefix(end)))
            for byte in [0, 0x22, 0x2A, 0x2F, 0x3B, 0x75, 0xC3] as [UInt8] {
                var changed = text
                if end < text.count { changed[end] = byte }
                _ = try? TransitionSource(name: file, text: changed)
            }
        }
        #expect(throws: Never.self) { try TransitionSource(name: file, text: text) }
    }
}
