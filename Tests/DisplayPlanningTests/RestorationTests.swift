import DisplayModel
import Testing

@testable import DisplayPlanning

/// What is committed to give CRTCs back as they were found.
@Suite struct RestorationTests {
    private let console = FramebufferID(rawValue: 7)

    /// Two monitors; the first one shows somebody's console.
    private var original: DeviceSnapshot {
        var device = device(masks: [1, 2], crtcs: 2)
        device.crtcs[0].isActive = true
        device.crtcs[0].mode = mode(1024, 768, 60)
        device.planes[0].scanout = .init(
            crtc: device.crtcs[0].id, framebuffer: console,
            source: Rectangle(x: 0, y: 0, width: 1024, height: 768),
            destination: Rectangle(x: 0, y: 0, width: 1024, height: 768))
        device.connectors[0].crtc = device.crtcs[0].id
        device.connectors[0].properties = [
            Property(id: 1, name: "max bpc", value: 10, kind: .range(6...16), isImmutable: false),
            Property(id: 2, name: "Broadcast RGB", value: 2, kind: .range(0...2), isImmutable: false),
            Property(id: 3, name: "Colorspace", value: 9, kind: .range(0...9), isImmutable: false),
            Property(id: 4, name: "content type", value: 3, kind: .range(0...4), isImmutable: false),
        ]
        return device
    }

    /// Both are on, by this program.
    private var current: DeviceSnapshot {
        var device = original
        for index in 0...1 {
            device.crtcs[index].isActive = true
            device.crtcs[index].mode = mode(1920, 1080, 60)
            device.connectors[index].crtc = device.crtcs[index].id
        }
        return device
    }

    @Test func theConsoleComesBackAndTheOtherScreenGoesOff() throws {
        let update = DisplayUpdate(
            restoring: original, usedCRTCs: Set(original.crtcs.map(\.id)), from: current)
        let enabled = try #require(update.enabled.first)
        #expect(update.enabled.count == 1)
        #expect(enabled.connector == original.connectors[0].id && enabled.crtc == original.crtcs[0].id)
        #expect(enabled.mode == mode(1024, 768, 60))
        #expect(enabled.layers.map(\.framebuffer) == [console])
        #expect(enabled.settings.maxBPC == 10 && enabled.settings.rgbRange == 2)
        #expect(enabled.settings.colorspace == 9 && enabled.settings.contentType == 3)
        #expect(update.disabled.map(\.crtc) == [original.crtcs[1].id])
        #expect(update.disabled[0].connectors == [original.connectors[1].id])
    }

    @Test func whatWasNeverUsedIsLeftAlone() {
        let update = DisplayUpdate(restoring: original, usedCRTCs: [], from: current)
        #expect(update.enabled.isEmpty && update.disabled.isEmpty)
    }

    @Test func whatIsOffAlreadyNeedsNoCommit() {
        let update = DisplayUpdate(restoring: original, usedCRTCs: [original.crtcs[1].id], from: original)
        #expect(update.enabled.isEmpty && update.disabled.isEmpty)
    }
}
