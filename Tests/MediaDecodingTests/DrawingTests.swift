import Foundation
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// SVG drawings, sound and hostile ones.
@Suite struct DrawingTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func drawing(_ contents: String, head: String = "", size: String = "width='32' height='24'") throws
        -> FilePath
    {
        let text =
            head + "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(size)>"
            + contents + "</svg>"
        return try folder.file("drawing.svg", Array(text.utf8))
    }

    private static let quarters =
        "<path fill='red' d='M0 0h16v12h-16z'/><path fill='lime' d='M16 0h16v12h-16z'/>"
        + "<path fill='blue' d='M0 12h16v12h-16z'/><path fill='#fff' d='M16 12h16v12h-16z'/>"

    private func request(_ path: FilePath, _ width: Int = 64, _ height: Int = 48) -> PictureRequest {
        PictureRequest(path: path, boxWidth: width, boxHeight: height)
    }

    @Test("a drawing has no pixels of its own: its edges are sharp at any size", arguments: [1, 3, 40])
    func sharp(scale: Int) throws {
        let picture = try Bench().picture(request(try drawing(Self.quarters), 32 * scale, 24 * scale))
        #expect(picture.width == 32 * scale && picture.height == 24 * scale)
        let (x, y) = (16 * scale, 12 * scale)
        let around = [picture[x - 1, y - 1], picture[x, y - 1], picture[x - 1, y], picture[x, y]]
        #expect(around == [.red, .green, .blue, .white])
    }

    @Test("a drawing without a size has its view box's shape, and lies on the background")
    func viewBox() throws {
        let path = try drawing("<path fill='red' d='M0 0h8v24h-8z'/>", size: "viewBox='0 0 32 24'")
        let color = PictureBackground.color(PictureColor(red: 0, green: 0, blue: 255))
        let picture = try Bench().picture(
            PictureRequest(path: path, boxWidth: 320, boxHeight: 320, background: color))
        #expect(picture.width == 320 && picture.height == 240)
        #expect(picture[10, 10] == .red && picture[200, 10] == .blue)
    }

    @Test("pictures in the drawing itself are drawn")
    func embedded() throws {
        let data = try Data(contentsOf: URL(filePath: "\(fixture("quarters.png"))")).base64EncodedString()
        let path = try drawing("<image width='32' height='24' xlink:href='data:image/png;base64,\(data)'/>")
        #expect(try Bench().picture(request(path, 32, 24)).quarters == [.red, .green, .blue, .white])
    }

    @Test(
        "what would be missing from the picture is named",
        arguments: [
            ("<text x='1' y='9'>Soup</text>", "has text in it, for which the decoder has no fonts; convert the text"),
            ("<svg:text xmlns:svg='http://www.w3.org/2000/svg'>Soup</svg:text>", "has text in it, "),
            ("<image width='9' height='9' href='logo.png'/>", "refers to 'logo.png', and nothing beside the drawing"),
            ("<use\n xlink:href = \" http://127.0.0.1/a.svg#b\"/>", "refers to 'http://127.0.0.1/a.svg#b', and "),
            ("<image href='data:image/webp;base64,AAAA'/>", "has a picture of the kind image/webp in it; PNG and JPEG"),
            ("<foreignObject><p/></foreignObject>", "has a foreignObject (HTML) in it"),
        ])
    func missing(contents: String, message: String) throws {
        let path = try drawing(contents)
        let failure = try Bench().failure(request(path))
        #expect(failure.kind == .unsupported)
        #expect(failure.message.hasPrefix("\(path): \(message)"), "\(failure)")
    }

    @Test("what only looks like that is drawn")
    func harmless() throws {
        let path = try drawing(
            "<!-- <text>no</text> --><style><![CDATA[ <text> ]]></style><textPath/><a href='http://a.example/'>"
                + "<g id='q'>\(Self.quarters)</g></a><use href='#q'/>",
            head: "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'>]>")
        #expect(try Bench().picture(request(path)).quarters == [.red, .green, .blue, .white])
    }

    /// Each is over at once, with or without a picture, in the process that also draws the next one.
    @Test("drawings that are made to take all memory or to read other files cost nothing")
    func hostile() throws {
        var settings = DecoderClient.Settings()
        settings.replacesAfterBreakage = false
        let bench = try Bench(settings: settings)
        let process = try bench.ready()
        let uses = (1...12).map { level in
            "<g id='a\(level)'>" + String(repeating: "<use xlink:href='#a\(level - 1)'/>", count: 10) + "</g>"
        }
        let laughs = (1...9).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }
        let nested = String(repeating: "<g>", count: 100_000)
        let files: [(name: String, contents: String, head: String, size: String)] = [
            ("uses", "<defs><g id='a0'/>\(uses.joined())</defs><use xlink:href='#a12'/>", "", ""),
            ("entities", "<desc>&a9;</desc>", "<!DOCTYPE svg [<!ENTITY a0 'lol'>\(laughs.joined())]>", ""),
            ("another file", "<desc>&x;</desc>", "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>", ""),
            ("depth", nested + String(repeating: "</g>", count: 100_000), "", ""),
            (
                "filter",
                "<filter id='f' x='-1e6%' y='-1e6%' width='1e8%' height='1e8%'><feGaussianBlur stdDeviation='1e5'/>"
                    + "</filter><rect width='9' height='9' filter='url(#f)'/>", "", ""
            ),
            ("size", Self.quarters, "", "width='1e9' height='1'"),
            ("no size", Self.quarters, "", "width='0' height='-3'"),
            (
                "pattern",
                "<pattern id='p' width='1e-4' height='1e-4' patternUnits='userSpaceOnUse'/>"
                    + "<rect width='32' height='24' fill='url(#p)'/>", "", ""
            ),
            ("dashes", "<path d='M0 0L1e9 1e9' stroke='red' stroke-dasharray='1e-7'/>", "", ""),
        ]
        for file in files {
            let size = file.size.isEmpty ? "width='32' height='24'" : file.size
            let path = try drawing(file.contents, head: file.head, size: size)
            if case .failure(let failure) = try bench.decode(request(path)) {
                #expect([.damaged, .tooLarge, .outOfMemory].contains(failure.kind), "\(file.name): \(failure)")
                #expect(!failure.message.contains("root:"), "\(failure)")
            }
        }
        #expect(try bench.picture(request(try drawing(Self.quarters))).quarters == [.red, .green, .blue, .white])
        #expect(bench.client.processIdentifier == process)
    }

    @Test("a drawing that would take hours is given up")
    func endless() throws {
        var settings = DecoderClient.Settings()
        (settings.firstTimeLimit, settings.timeLimit) = (.milliseconds(500), .milliseconds(500))
        let bench = try Bench(settings: settings)
        let step = "<feTurbulence numOctaves='1000' baseFrequency='0.5'/><feMorphology radius='10000'/>"
        let path = try drawing(
            "<filter id='f'>\(String(repeating: step, count: 500))</filter>"
                + String(repeating: "<rect width='32' height='24' filter='url(#f)'/>", count: 1000))
        #expect(try bench.failure(request(path, 1920, 1440)).kind == .tookTooLong)
    }

    @Test("a drawing of too many bytes is refused, a compressed one is named")
    func others() throws {
        let bench = try Bench()
        let large = try drawing("<!--\(String(repeating: "x", count: 17 << 20))-->")
        #expect(try bench.failure(request(large)).message.contains("bytes, and at most 16777216 are read"))
        let compressed = try folder.file("a.svg", [0x1f, 0x8b, 8, 0])
        #expect(
            try bench.failure(request(compressed)).message
                == "\(compressed): is a compressed file (SVGZ?), which is not decoded")
    }
}
