import DisplayModel
import Glibc
import LinuxSystem
import Testing

@testable import KMSDisplay

/// What only a kernel can prove. They need devices that nobody else drives, named by `VITRINE_TEST_CARDS`: two of them,
/// with a space between. The rig runs them.
@Suite(.serialized, .enabled(if: unsafe getenv("VITRINE_TEST_CARDS") != nil)) struct RealDeviceTests {
    private let paths: [String]

    init() {
        let value = unsafe getenv("VITRINE_TEST_CARDS").map { unsafe String(cString: $0) } ?? ""
        paths = value.split(separator: " ").map(String.init)
    }

    /// A device with what is needed to fill its first screen.
    private struct Screen {
        let device: KMSDevice
        let connector: ConnectorSnapshot
        let crtc: CRTCID
        let mode: Mode
        let planes: [PlaneSnapshot]

        init(_ path: String) throws {
            device = try KMSDevice(opening: path)
            let snapshot = try device.snapshot(.probe)
            connector = try #require(snapshot.connectors.first { $0.status == .connected })
            crtc = try #require(connector.possibleCRTCs.first)
            mode = try #require(connector.preferredMode)
            planes = snapshot.planes.filter { [crtc] in $0.possibleCRTCs.contains(crtc) }
        }

        func layer(
            _ kind: PlaneSnapshot.Kind, _ buffer: any ScanoutBuffer, x: Int = 0, damage: [Rectangle]? = nil
        ) throws -> DisplayUpdate.Layer {
            let plane = try #require(planes.first { $0.kind == kind })
            return DisplayUpdate.Layer(
                plane: plane.id, framebuffer: buffer.framebuffer, source: Rectangle(buffer.size),
                destination: Rectangle(x: x, y: 0, width: buffer.size.width, height: buffer.size.height),
                damage: damage)
        }

        /// Commits, and waits for the event.
        func show(_ layers: [DisplayUpdate.Layer], _ kind: CommitKind) throws {
            let output = DisplayUpdate.Enabled(connector: connector.id, crtc: crtc, mode: mode, layers: layers)
            try device.commit(DisplayUpdate(enabled: [output]), .test(kind.change))
            try device.commit(DisplayUpdate(enabled: [output]), kind)
            for _ in 0..<100 {
                var descriptor = pollfd(fd: device.eventDescriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&descriptor, 1, 100)
                if try !device.readEvents().isEmpty { return }
            }
            Issue.record("no page flip came")
        }

        func shown() throws -> [FramebufferID] {
            try device.snapshot(.known).planes.filter { $0.scanout?.crtc == crtc }.compactMap(\.scanout?.framebuffer)
        }

        func off() throws {
            let off = DisplayUpdate.Disabled(crtc: crtc, connectors: [connector.id])
            try device.commit(DisplayUpdate(disabled: [off]), .modeset)
        }
    }

    @Test func layersComeAndGoByFlips() throws {
        let screen = try Screen(paths[0])
        let device = screen.device
        let whole = try device.makeDumbBuffer(size: screen.mode.size, format: .xrgb8888)
        let part = try device.makeDumbBuffer(size: Size(width: 64, height: 32), format: .xrgb8888)
        try screen.show([screen.layer(.primary, whole)], .modeset)
        #expect(try screen.shown() == [whole.framebuffer])
        let damage = [Rectangle(x: 0, y: 0, width: 8, height: 8)]
        try screen.show(
            [screen.layer(.primary, whole, damage: damage), screen.layer(.overlay, part, x: 100)], .flip)
        #expect(try Set(screen.shown()) == [whole.framebuffer, part.framebuffer])
        try screen.show([screen.layer(.primary, whole)], .flip)
        #expect(try screen.shown() == [whole.framebuffer])
        try screen.off()
        #expect(device.liveObjects.blobs == 0)
        withExtendedLifetime((whole, part)) {}
    }

    @Test func dumbBuffersAreMapped() throws {
        let device = try KMSDevice(opening: paths[0])
        do {
            let buffer = try device.makeDumbBuffer(size: Size(width: 100, height: 50), format: .xrgb8888)
            guard case .mapped(let pixels, let stride) = unsafe buffer.memory else {
                Issue.record("not mapped")
                return
            }
            #expect(stride >= 400 && pixels.count >= stride * 50)
            #expect(unsafe pixels.allSatisfy { $0 == 0 })
            unsafe pixels[stride * 49] = 255
            #expect(device.liveObjects.buffers == 1)
            withExtendedLifetime(buffer) {}
        }
        #expect(device.liveObjects.buffers == 0)
    }

    /// The device's own memory comes back to it under the handle that it has already, which stays open.
    @Test func ownMemoryCanBeImported() throws {
        let screen = try Screen(paths[0])
        let device = screen.device
        let original = try device.makeBuffer(size: screen.mode.size, format: .xrgb8888, modifiers: [])
        guard case .gbm(_, let planes) = unsafe original.memory else {
            Issue.record("not GBM's")
            return
        }
        for _ in 0..<2 {
            let copies = try (0..<2).map { _ in
                try device.importBuffer(planes: planes, size: original.size, format: .xrgb8888, modifier: .implicit)
            }
            try screen.show([screen.layer(.primary, copies[0])], .modeset)
            try screen.show([screen.layer(.primary, copies[1])], .flip)
            try screen.show([screen.layer(.primary, original)], .flip)
            #expect(device.liveObjects.buffers == 3)
            withExtendedLifetime(copies) {}
        }
        #expect(device.liveObjects.buffers == 1)
        try screen.off()
        withExtendedLifetime(original) {}
    }

    /// What the kernel imports has one handle for all its users, and is shown after the handle is closed.
    @Test func memoryOfAnotherDeviceCanBeImported() throws {
        let screen = try Screen(paths[0])
        let other = try KMSDevice(opening: paths[1])
        let original = try other.makeBuffer(size: screen.mode.size, format: .xrgb8888, modifiers: [])
        guard case .gbm(_, let planes) = unsafe original.memory else {
            Issue.record("not GBM's")
            return
        }
        let device = screen.device
        let source = ImportedBuffer.Source(
            planes: planes, size: original.size, format: .xrgb8888, modifier: .implicit)
        let first = try device.handles.take(importing: planes[0].descriptor)
        let copy = try ImportedBuffer(device.handles, source, .implicit, device.census)
        #expect(try device.handles.take(importing: planes[0].descriptor) == first, "it was not closed in between")
        device.handles.giveBack(first)
        device.handles.giveBack(first)
        try screen.show([screen.layer(.primary, copy)], .modeset)
        #expect(try screen.shown() == [copy.framebuffer])
        try screen.off()
        withExtendedLifetime((copy, original)) {}
    }
}
