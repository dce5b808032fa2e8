import DisplayModel
import HeadlessDisplay
import Testing

/// Several planes on one CRTC, by the kernel's rules.
struct LayerTests {
    typealias Code = DisplayError.Code

    /// The nth overlay plane with a small picture on it.
    private func overlay(
        _ bench: Bench, _ n: Int = 0, at place: Rectangle = Rectangle(x: 8, y: 16, width: 64, height: 32)
    ) throws -> DisplayUpdate.Layer {
        let planes = try bench.device.snapshot(.known).planes.filter { $0.kind == .overlay }
        return DisplayUpdate.Layer(
            plane: planes[n].id, framebuffer: try bench.buffer(place.size).framebuffer, source: Rectangle(place.size),
            destination: place)
    }

    @Test func twoLayersOnOneCRTC() throws {
        let bench = try Bench(overlayCount: 1)
        let buffer = try bench.light()
        var output = try bench.lit(buffer)
        output.layers.append(try overlay(bench))
        try bench.commit(.test(.flip), output)
        try bench.commit(.flip, output)
        #expect(bench.device.layers(on: output.connector).count == 1, "it comes with the vblank")
        bench.advance(by: .milliseconds(20))
        #expect(try bench.device.readEvents().count == 1)
        #expect(bench.device.layers(on: output.connector) == output.layers)
        #expect(bench.device.buffer(on: output.connector) === buffer)
        let plane = try #require(try bench.device.snapshot(.known).planes.first { $0.kind == .overlay })
        #expect(plane.scanout?.destination == output.layers[1].destination)
        #expect(bench.device.violations == [])
    }

    @Test func aLayerThatAFlipDoesNotNameGoesOff() throws {
        let bench = try Bench(overlayCount: 1)
        let buffer = try bench.light()
        var output = try bench.lit(buffer)
        output.layers.append(try overlay(bench))
        try bench.commit(.modeset, output)
        #expect(bench.device.layers(on: output.connector).count == 2)
        output.layers.removeLast()
        try bench.commit(.flip, output)
        bench.advance(by: .milliseconds(20))
        #expect(bench.device.layers(on: output.connector) == output.layers)
        #expect(try bench.device.snapshot(.known).planes.compactMap(\.scanout).count == 1)
    }

    @Test func aPlaneIsOnOneCRTC() throws {
        let bench = try Bench("640x480,640x480", overlayCount: 1)
        var outputs = [try bench.lit(bench.light(0), 0), try bench.lit(bench.light(1), 1)]
        let layer = try overlay(bench)
        outputs[0].layers.append(layer)
        try bench.commit(.flip, outputs[0])
        bench.advance(by: .milliseconds(20))
        // First it has to go off where it is.
        var second = outputs[1]
        second.layers.append(layer)
        for kind in [CommitKind.test(.flip), .flip, .test(.modeset), .modeset] {
            #expect(try bench.code { try bench.commit(kind, second) } == Code.invalid)
        }
        #expect(bench.device.violations == [])
        #expect(try bench.code { try bench.commit(.flip, outputs[0], second) } == Code.invalid)
        #expect(bench.device.violations.count == 1, "naming it twice is a mistake, whatever is on")
    }

    @Test func layersThatTheDeviceRefuses() throws {
        let bench = try Bench(overlayCount: 2)
        let output = try bench.lit(bench.light())
        func code(_ kind: CommitKind = .test(.flip), _ layers: DisplayUpdate.Layer...) throws -> Int32? {
            var changed = output
            changed.layers += layers
            return try bench.code { try bench.commit(kind, changed) }
        }
        for kind in [CommitKind.test(.flip), .test(.modeset), .flip, .modeset] {
            var layer = try overlay(bench)
            layer.destination.width *= 2
            #expect(try code(kind, layer) == Code.range, "it cannot scale")
            layer = try overlay(bench)
            layer.properties.rotation = .rotate90
            #expect(try code(kind, layer) == Code.range, "turned, it would have to scale")
            layer.destination.width = layer.source.height
            layer.destination.height = layer.source.width
            #expect(try code(kind, layer) == Code.invalid, "it cannot turn")
            layer = try overlay(bench)
            layer.properties.zpos = 7
            #expect(try code(kind, layer) == Code.invalid, "its height is fixed")
            layer = try overlay(bench)
            layer.damage = [Rectangle(x: 0, y: 0, width: 65, height: 1)]
            #expect(try code(kind, layer) == Code.invalid)
        }
        bench.device.hardware.layerLimit = 2
        #expect(try code(.test(.flip), overlay(bench)) == nil)
        #expect(try code(.test(.flip), overlay(bench, 0), overlay(bench, 1)) == Code.noSpace)
        bench.device.hardware.canScale = true
        var layer = try overlay(bench)
        layer.destination.width *= 2
        #expect(try code(.test(.flip), layer) == nil)
        #expect(bench.device.violations == [])
    }

    @Test func aPlaneOfAnotherCRTCAndNoPrimaryPlane() throws {
        let bench = try Bench("640x480,640x480", overlayCount: 1)
        var output = try bench.lit(bench.light(0))
        let other = try bench.lit(bench.light(1), 1).layers[0]
        output.layers.append(other)
        #expect(try bench.code { try bench.commit(.flip, output) } == Code.invalid)
        output.layers = [try overlay(bench)]
        #expect(try bench.code { try bench.commit(.flip, output) } == Code.invalid, "no primary plane")
        output.layers = []
        #expect(try bench.code { try bench.commit(.flip, output) } == Code.invalid)
        #expect(bench.device.violations.count == 1, "no layer at all is a mistake")
    }

    /// The kernel would show them in another order than is meant, and say nothing.
    @Test func layersThatAreNotListedFromBottomToTop() throws {
        let bench = try Bench(overlayCount: 2)
        var output = try bench.lit(bench.light())
        output.layers += [try overlay(bench, 1), try overlay(bench, 0)]
        try bench.commit(.flip, output)
        #expect(bench.device.violations.count == 1)
    }

    @Test func aFreedBufferTakesItsLayerAlong() throws {
        let bench = try Bench(overlayCount: 1)
        var output = try bench.lit(bench.light())
        bench.isHoldingBuffers = false
        var buffer: (any ScanoutBuffer)? = try bench.buffer(Size(width: 64, height: 64))
        let planes = try bench.device.snapshot(.known).planes
        let place = Rectangle(x: 0, y: 0, width: 64, height: 64)
        output.layers.append(
            DisplayUpdate.Layer(
                plane: try #require(planes.first { $0.kind == .overlay }).id,
                framebuffer: try #require(buffer).framebuffer, source: place, destination: place))
        try bench.commit(.modeset, output)
        buffer = nil
        #expect(bench.device.violations.count == 1)
        #expect(bench.device.layers(on: output.connector).count == 1, "the picture below stays")
    }

    @Test func aSnapshotTellsWhatPlanesCanDo() throws {
        let planes = try Bench(overlayCount: 2).device.snapshot(.known).planes
        #expect(planes.map(\.kind) == [.primary, .overlay, .overlay])
        #expect(planes.map { $0.stacking?.zpos } == [0, 1, 2])
        #expect(planes[1].stacking?.isImmutable == true)
        #expect(planes.map(\.hasAlpha) == [false, true, true])
        #expect(planes[1].blendModes == BlendMode.allCases)
        #expect(planes[1].colorEncodings == ColorEncoding.allCases)
        #expect(planes[1].colorRanges == ColorRange.allCases)
        #expect(planes[0].blendModes == [])
        #expect(planes[1].rotations == .rotate0)
        #expect(planes[1].formats.map(\.format).contains(.nv12))
    }
}
