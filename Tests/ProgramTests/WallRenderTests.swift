import BuiltInContent
import CPNG
import Foundation
import Testing

/// A wall of two machines with two screens each, drawn whole and part by part.
@Suite struct WallRenderTests {
    private struct Pixels {
        var width = 0
        var bytes: [UInt8] = []

        init?(_ file: String) {
            var image = unsafe png_image()
            unsafe image.version = png_uint_32(CPNG_IMAGE_VERSION)
            guard unsafe png_image_begin_read_from_file(&image, file) != 0 else { return nil }
            unsafe image.format = png_uint_32(CPNG_FORMAT_RGBA)
            width = Int(unsafe image.width)
            bytes = [UInt8](repeating: 0, count: width * Int(unsafe image.height) * 4)
            guard unsafe png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { return nil }
        }

        func pixel(_ x: Int, _ y: Int) -> [Int] { bytes[(y * width + x) * 4..<(y * width + x) * 4 + 3].map { Int($0) } }
    }

    private static let times = 4

    /// The screen's panel, and where on it its part of the wall is.
    private struct Screen {
        var machine: String
        var connector: String
        var size: String
        /// Where on the whole wall it begins, in pixels.
        var corner: (x: Int, y: Int)
        /// From a pixel of its part to the panel's.
        var place: (Int, Int) -> (x: Int, y: Int)
    }

    /// Frames between the screens hide what is behind them. One screen cuts its edges off and one is turned; everything
    /// moves.
    @Test func thePartsAreTheWhole() throws {
        let folder = try Folder()
        try folder.file("a.png", "")
        try Data(BuiltInContent.picture).write(to: URL(filePath: "\(folder.path)/a.png"))
        let playlist = try folder.file(
            "wall.yaml",
            """
            zones:
              - area: 0 0 75% 100%
                duration: 4s
                transition: {type: push-right, duration: 3s}
                items:
                  - {picture: a.png, motion: zoom-in}
                  - {picture: a.png, fit: cover, background: '#204060', motion: pan-left}
              - {area: 60% 40% 40% 50%, opacity: 60%, corner-radius: 20px, colour: '#f80', when: {connector: wall}}
            """)
        func machine(_ name: String, _ windows: String, _ outputs: String) throws -> String {
            try folder.file(
                "\(name).yaml",
                "playlist: \(playlist)\noutputs: [\(outputs)]\nwall: {size: 68mm 38mm, windows: [\(windows)]}")
        }
        let size = "size: 32mm 18mm"
        let first = try machine(
            "first",
            "{match: HDMI-A-1, at: 0mm 0mm, \(size)}, {match: HDMI-A-2, at: 36mm 0mm, \(size)}",
            "{match: HDMI-A-2, overscan: 10%}")
        let second = try machine(
            "second",
            "{match: HDMI-A-1, at: 0mm 20mm, \(size)}, {match: DP-1, at: 36mm 20mm, \(size)}",
            "{match: DP-1, rotate: 90}")
        func draw(_ machine: String, _ output: String, _ size: String) throws -> [Pixels] {
            let frames = "\(folder.path)/\(UUID().uuidString)/"
            try FileManager.default.createDirectory(atPath: frames, withIntermediateDirectories: true)
            let program = try Program([
                "render", "--config", machine, "--output-name", output, "--size", size, "--at", "2026-06-01T12:00:00Z",
                "--frames", "\(Self.times)", "--every", "1300ms", "-o", frames,
            ])
            #expect(program.status == 0 && program.messages.isEmpty, "\(program.messages)")
            return try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
                .compactMap { Pixels(frames + $0) }
        }
        let whole = try draw(first, "wall", "128x72")
        #expect(whole.count == Self.times && whole.allSatisfy { $0.width == 272 && $0.bytes.count == 272 * 152 * 4 })
        #expect(Set(whole.map(\.bytes)).count == Self.times, "it moves")
        let screens = [
            Screen(machine: first, connector: "HDMI-A-1", size: "128x72", corner: (0, 0)) { ($0, $1) },
            Screen(machine: first, connector: "HDMI-A-2", size: "160x90", corner: (144, 0)) { ($0 + 16, $1 + 9) },
            Screen(machine: second, connector: "HDMI-A-1", size: "128x72", corner: (0, 80)) { ($0, $1) },
            Screen(machine: second, connector: "DP-1", size: "72x128", corner: (144, 80)) { (71 - $1, $0) },
        ]
        for screen in screens {
            let parts = try draw(screen.machine, screen.connector, screen.size)
            try #require(parts.count == Self.times)
            for (part, whole) in zip(parts, whole) {
                var largest = 0
                for y in 0..<72 {
                    for x in 0..<128 {
                        let place = screen.place(x, y)
                        let pair = zip(
                            part.pixel(place.x, place.y), whole.pixel(screen.corner.x + x, screen.corner.y + y))
                        for (one, other) in pair { largest = max(largest, abs(one - other)) }
                    }
                }
                #expect(largest <= 2, "\(screen.connector) of \(screen.machine)")
            }
        }
    }
}
