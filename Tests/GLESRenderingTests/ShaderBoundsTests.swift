import Rendering
import Testing

@testable import GLESRendering

/// What is refused before any compiler sees it, and what is not.
struct ShaderBoundsTests {
    private static let transition = "\nvec4 transition(vec2 uv) { return getToColor(uv); }"

    private func refusal(_ source: String, isWhole: Bool = false) -> String? {
        do throws(RenderingError) {
            _ = try TransitionSource(name: "own.frag", text: Array((isWhole ? source : source + Self.transition).utf8))
            return nil
        } catch {
            return error.reason
        }
    }

    /// Each doubles what the one before comes to.
    private static func doubling(_ count: Int, _ line: (Int) -> String) -> String {
        (1...count).map(line).joined(separator: "\n")
    }

    @Test(
        arguments: [
            ("float a[200000000];", "line 1: a variable of more than 16384 numbers; make the array smaller"),
            ("\nvec4[4097] a;", "line 2: a variable of more than 16384 numbers; make the array smaller"),
            (
                "const int N = 100;\nfloat a[N * N * N];",
                "line 2: a variable of more than 16384 numbers; make the array smaller"
            ),
            (
                "#define N 200000000\nfloat a[N];",
                "line 2: a variable of more than 16384 numbers; make the array smaller"
            ),
            (
                "uniform int n; // = 200000000\nfloat a[n];",
                "line 2: a variable of more than 16384 numbers; make the array smaller"
            ),
            ("float b, a[20000];", "line 1: a variable of more than 16384 numbers; make the array smaller"),
            ("void f(in float a[20000]) {}", "line 1: a variable of more than 16384 numbers; make the array smaller"),
            (
                "struct S { float a[1000]; };\nS s[1000];",
                "line 2: a variable of more than 16384 numbers; make the array smaller"
            ),
            (
                "struct S { float a[1000]; }\ns[1000];",
                "line 2: a variable of more than 16384 numbers; make the array smaller"
            ),
            (
                "float a[16000]; float b[16000]; float c[16000]; float d[16000]; float e[16000];",
                "line 1: with this, its variables have more than 65536 numbers; make arrays smaller"
            ),
            ("float a[nobody];", "line 1: it is not told how large this array is; its size has to be constant"),
            (
                "float n = 3.0;\nfloat a[n];",
                "line 2: it is not told how large this array is; its size has to be constant"
            ),
        ])
    func arraysAreBounded(_ source: String, _ reason: String) { #expect(refusal(source) == reason) }

    @Test func structuresThatDoubleAreBounded() {
        let source =
            "struct S0 { vec4 a, b; };\n" + Self.doubling(30) { "struct S\($0) { S\($0 - 1) a, b; };" }
        #expect(
            refusal(source)?.hasSuffix("make arrays smaller") == true
                || refusal(source)?.hasSuffix("make the array smaller") == true)
    }

    @Test func macrosThatDoubleAreBounded() {
        let reason = "comes to more than 65536 words; write functions and loops"
        let objects = "#define m0 + 1.0\n" + Self.doubling(40) { "#define m\($0) m\($0 - 1) m\($0 - 1)" }
        #expect(refusal(objects) == nil, "what is not used costs nothing")
        #expect(refusal(objects + "\nfloat a = 0.0 m40;")?.hasSuffix(reason) == true)
        #expect(refusal(objects + "\n#if 0 m40\n#endif")?.hasSuffix(reason) == true)
        let calls = "#define m0(x) x + x\n" + Self.doubling(40) { "#define m\($0)(x) m\($0 - 1)(x) m\($0 - 1)(x)" }
        #expect(refusal(calls + "\nfloat a = m40(1.0);")?.hasSuffix(reason) == true)
        let nested =
            "#define m(x) x x\nfloat a = " + String(repeating: "m(", count: 40) + "1.0"
            + String(repeating: ")", count: 40)
        #expect(refusal(nested + ";")?.contains(reason) == true)
        let deep =
            "#define m(x) x\nfloat a = " + String(repeating: "m(", count: 400) + "1.0"
            + String(repeating: ")", count: 400)
        #expect(refusal(deep + ";") == "line 2: macros are nested more than 64 deep")
        #expect(
            refusal("#define m(x) x\n#define n m\nfloat a = n(1.0);")?.contains("the macro m is named without") == true)
        #expect(refusal("#define a a a\nfloat b = a;") == nil, "no macro contains itself")
    }

    @Test func functionsThatDoubleAreBounded() {
        let source =
            "float f0(float x) { return x; }\n"
            + Self.doubling(30) { "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x); }" }
        #expect(refusal(source)?.contains("comes to more than 262144 words; call functions in loops") == true)
        // Declared before they are defined, so that the last comes first.
        let declared = (0...30).map { "float f\($0)(float x);" }.joined()
        let reversed = declared + source.split(separator: "\n").reversed().joined(separator: "\n")
        #expect(refusal(reversed)?.contains("comes to more than 262144 words") == true)
        #expect(refusal("float f(float x) { return f(x); }") == nil, "recursion is the compiler's to refuse")
        let many = (0..<300).map { "void f\($0)() {}" }.joined()
        #expect(refusal(many) == "line 1: it has more than 256 functions")
    }

    @Test(
        arguments: [
            ("while (true) {}", "a loop with 'while' may have no end"),
            ("do {} while (true);", "a loop with 'do' may have no end"),
            ("for (;;) {}", "it is not told how often this loop runs"),
            ("for (int i = 0; i < 10;) {}", "it is not told how often this loop runs"),
            ("for (float i = 0.0; i < progress; i++) {}", "it is not told how often this loop runs"),
            ("for (int i = 0; i < 10; i--) {}", "this loop has no end"),
            ("for (int i = 0; i < 10; i += 0) {}", "this loop has no end"),
            ("for (int i = 0; i < 100000; i++) {}", "this loop has more than 2048 rounds"),
            (
                "for (float f = 1e8; f < 1e9; f += 1e8) {} for (float f = 1e8; f < 100000001.0; f++) {}",
                "this loop has more than 2048 rounds"
            ),
            ("for (int i = 0; i < 10; i++) { i = 0; }", "i, which counts the rounds of a loop, is changed in it"),
            (
                "for (int i = 0; i < 10; i++) if (true) {} else --i;",
                "i, which counts the rounds of a loop, is changed in it"
            ),
            ("int n = 5; for (int i = 0; i < n; i++) {}", "it is not told how often this loop runs"),
        ])
    func loopsEnd(_ loop: String, _ reason: String) {
        let source = "vec4 transition(vec2 uv) {\n\(loop)\nreturn vec4(0.0); }"
        #expect(
            refusal(source, isWhole: true)
                == "line 2: \(reason); write loops as for (int i = 0; i < 8; i++), with constants")
    }

    @Test func whatFunctionsWriteToIsNoCount() {
        let source = """
            void reset(inout int n) { n = 0; }
            vec4 transition(vec2 uv) { for (int i = 0; i < 10; i++) reset(i); return vec4(0.0); }
            """
        #expect(refusal(source, isWhole: true)?.hasPrefix("line 2: i, which counts") == true)
    }

    @Test func loopsInLoopsAreBounded() {
        let loops = (0..<4).map { "for (int i\($0) = 0; i\($0) < 100; i\($0)++)" }.joined()
        #expect(
            refusal("vec4 transition(vec2 uv) { float x; \(loops) x += 1.0; return vec4(x); }", isWhole: true)?
                .hasSuffix("transition takes more than 1048576 steps; make loops shorter") == true)
        let deep = (0..<5000).map { "for (int i\($0) = 0; i\($0) < 1; i\($0)++)" }.joined()
        #expect(
            refusal("vec4 transition(vec2 uv) { \(deep); return vec4(0.0); }", isWhole: true)?
                .contains("has") == true || deep.utf8.count < 65536)
        let nine = (0..<9).map { "for (int i\($0) = 0; i\($0) < 1; i\($0)++)" }.joined()
        #expect(
            refusal("vec4 transition(vec2 uv) { \(nine); return vec4(0.0); }", isWhole: true)?
                .contains("loops are nested more than 8 deep") == true)
    }

    @Test func depthLengthAndNamesAreBounded() {
        func nested(_ count: Int, _ open: String, _ close: String) -> String {
            "float a = " + String(repeating: open, count: count) + "1.0" + String(repeating: close, count: count) + ";"
        }
        #expect(refusal(nested(60, "(", ")")) == nil)
        #expect(refusal(nested(20000, "(", ")")) == "line 1: parentheses and braces are nested more than 64 deep")
        #expect(
            refusal("float a = " + String(repeating: "-", count: 20000) + "1.0;")
                == "line 1: a statement has more than 4096 words and signs; divide it")
        #expect(
            refusal("float \(String(repeating: "a", count: 257));")
                == "line 1: a name or number has 257 characters; 256 are allowed")
    }

    @Test(arguments: [
        "const int N = 4;\nvec3 c[N * 2 + 1]; float d[int(3)];",
        "vec4 f(vec3[9] c) { return vec4(c[7] - c[1], 1.0); }",
        "const float PI = 3.14159;\nconst float step = PI / 8.;\nvoid f() { for (float i = 0.; i < 2. * PI; i += step) {} }",
        "#define POINTS 10\nvoid f() { for (int i = 0; i < POINTS; i++) for (int j = 0; j < i + 1 - i; ++j) {} }",
        "void f() { for (int i = -8; i <= 8; i++) { if (i == 2) continue; } }",
        "void f() { for (highp int i = 8; i > 0; --i) {} }",
        "#ifdef GL_ES\nprecision mediump float;\n#endif\n#define twice(x) \\\n    ((x) * 2.0)\nfloat a() { return twice(1.0); }",
        "float random(vec2 p) { return p.x; }\nfloat random(float x) { return random(vec2(x)); }",
        "struct Pair { vec2 a, b; };\nPair pairs[8];",
    ])
    func usualShadersAreNot(_ source: String) throws {
        // But for one, whose limit is no constant.
        let expected: String? = source.contains("i + 1 - i") ? "line 2: it is not told how often this loop runs" : nil
        #expect(refusal(source)?.prefix(expected?.count ?? 0) == expected?[...], "\(refusal(source) ?? "")")
    }
}
