import DisplayModel
import Glibc
import HeadlessDisplay
import LinuxSystem
import PNGWriting
import Paths
import Rendering
import SlideComposition
import TextLayout

/// Writes what headless screens show into a folder: `Virtual-1-003-harbour.png` is the third picture of the first one.
final class FrameRecorder {
    private let folder: String
    private let screens: [(device: HeadlessDevice, renderer: any FrameRenderer)]
    private let log: Log
    private var counts: [String: Int] = [:]

    init(folder: String, _ screens: [(HeadlessDevice, any FrameRenderer)], log: Log) throws {
        self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.screens = screens
        self.log = log
        if unsafe mkdir(folder, 0o755) != 0 {
            // The name exists. Whether it is a writable folder shows at the first picture.
            _ = try OwnedDescriptor(opening: FilePath(folder), O_RDONLY | O_DIRECTORY)
        }
    }

    /// Writes what a screen shows now.
    func record(_ connector: String, showing path: String) {
        // In a recording, connectors of several devices may have the same name: then the first lit one is taken.
        let shown = screens.lazy.compactMap { device, renderer in
            (try? device.snapshot(.known))?.connectors.first { $0.name == connector }
                .flatMap { device.buffer(on: $0.id) }.map { ($0, renderer) }
        }.first
        guard let (buffer, renderer) = shown else { return }
        let number = counts[connector, default: 0] + 1
        counts[connector] = number
        let name = path.split(separator: "/").last.map { $0.split(separator: ".").first ?? $0 } ?? "frame"
        let digits = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
        do {
            try PNGFile.write(
                try renderer.readPixels(of: buffer), size: buffer.size,
                to: "\(folder)/\(connector)-\(digits)-\(name).png")
        } catch {
            log(.error, "\(error)")
        }
    }

    func reportResult() {
        let total = counts.values.reduce(0, +)
        log(.info, "\(count(total, "picture")) of \(count(counts.count, "screen")) written into \(folder)")
    }
}
