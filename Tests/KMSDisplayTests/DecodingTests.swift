import CDRM
import DisplayModel
import LinuxSystem
import Testing

@testable import KMSDisplay

@Suite struct ModeConversionTests {
    private let mode = Mode(
        clock: 148_352, horizontal: (1920, 2008, 2052, 2200), vertical: (1080, 1084, 1089, 1125), hskew: 1, vscan: 2,
        vrefresh: 60, flags: [.positiveHSync, .interlaced, Mode.Flags(rawValue: 2 << 19)], type: [.driver, .preferred],
        name: "1920x1080i")

    @Test func everythingSurvivesTheWayToTheKernelAndBack() {
        #expect(Mode(mode.info) == mode)
    }

    @Test func theStructureIsTheOneOfTheKernel() {
        #expect(MemoryLayout<drmModeModeInfo>.size == MemoryLayout<drm_mode_modeinfo>.size)
    }

    @Test func aNameTooLongIsCutBeforeItsEnd() {
        var long = mode
        long.name = String(repeating: "x", count: 40)
        #expect(Mode(long.info).name == String(repeating: "x", count: 31))
    }
}

@Suite struct PropertyKindTests {
    private let choices = [Property.Choice(value: 0, name: "Off"), Property.Choice(value: 1, name: "On")]

    @Test func kindsAreReadFromTheFlags() {
        func kind(_ flags: UInt32, _ values: [UInt64] = []) -> Property.Kind {
            Property.Kind(flags: flags, values: values, choices: choices)
        }
        #expect(kind(UInt32(DRM_MODE_PROP_RANGE), [8, 12]) == .range(8...12))
        #expect(kind(UInt32(DRM_MODE_PROP_ENUM | DRM_MODE_PROP_IMMUTABLE)) == .enumeration(choices))
        #expect(kind(UInt32(DRM_MODE_PROP_BITMASK)) == .bitmask(choices))
        #expect(kind(UInt32(DRM_MODE_PROP_BLOB)) == .blob)
        #expect(kind(drmPropertyObject, [0xCCCC_CCCC]) == .object)
        #expect(kind(drmPropertySignedRange, [UInt64(bitPattern: -5), 5]) == .signedRange(-5...5))
    }

    @Test func limitsThatMakeNoSenseAreNoLimits() {
        #expect(Property.Kind(flags: UInt32(DRM_MODE_PROP_RANGE), values: [9, 1], choices: []) == .range(0 ... .max))
        #expect(Property.Kind(flags: drmPropertySignedRange, values: [], choices: []) == .signedRange(.min ... .max))
    }
}

@Suite struct ObjectDecodingTests {
    private let crtcs = [CRTCID(rawValue: 65), CRTCID(rawValue: 66), CRTCID(rawValue: 90)]

    @Test func aMaskNamesCRTCsByTheirPlaceInTheList() {
        #expect(crtcs.selected(by: 0b101) == [crtcs[0], crtcs[2]])
        #expect(crtcs.selected(by: 0b1000) == [])
        #expect([CRTCID](repeating: crtcs[0], count: 40).selected(by: .max).count == 32)
    }

    @Test func aPlanesScanoutIsInPixels() {
        func property(_ name: String, _ value: Int64) -> Property {
            Property(id: 1, name: name, value: UInt64(bitPattern: value), kind: .blob, isImmutable: false)
        }
        let properties = [
            property("SRC_X", 8 << 16), property("SRC_Y", 0), property("SRC_W", 640 << 16),
            property("SRC_H", 480 << 16),
            property("CRTC_X", -16), property("CRTC_Y", 4), property("CRTC_W", 1280), property("CRTC_H", 960),
        ]
        let scanout = PlaneSnapshot.Scanout(crtc: 65, framebuffer: 74, properties)
        #expect(scanout?.source == Rectangle(x: 8, y: 0, width: 640, height: 480))
        #expect(scanout?.destination == Rectangle(x: -16, y: 4, width: 1280, height: 960))
        #expect(PlaneSnapshot.Scanout(crtc: 0, framebuffer: 74, properties) == nil)
        #expect(PlaneSnapshot.Scanout(crtc: 65, framebuffer: 0, properties) == nil)
    }

    @Test(arguments: [("card0", 0), ("card12", 12)])
    func cardNodesHaveNumbers(_ name: String, _ number: Int) {
        #expect(CardNode.cardNumber(name) == number)
    }

    @Test(arguments: ["renderD128", "card", "card0-HDMI-A-1", "by-path", "card٣"])
    func otherNodesAreNoCards(_ name: String) {
        #expect(CardNode.cardNumber(name) == nil)
    }

    @Test func aFolderThatIsNotThereHasNoCards() throws {
        #expect(try CardNode.all(in: "/nowhere/dri") == [])
    }

    @Test func aNodeThatIsNotThereIsAnErrorThatNamesIt() {
        let error = #expect(throws: DisplayError.self) { try KMSDevice(opening: "/nowhere/dri/card0") }
        #expect(error?.object == "/nowhere/dri/card0")
        #expect(error?.code == DisplayError.Code.noEntry)
    }
}

@Suite struct ErrorTests {
    @Test(arguments: [DisplayError.Code.busy, DisplayError.Code.accessDenied])
    func whoIsNotMasterWaits(_ code: Int32) {
        let error = DisplayError.notMaster("/dev/dri/card0", SystemError("drmSetMaster", code: code))
        #expect(error.recovery == .waitForSession)
        #expect(error.reason.contains("DRM master"))
    }

    @Test func missingPermissionSaysWhatToDo() {
        let error = DisplayError.opening("/dev/dri/card0", SystemError("open", code: DisplayError.Code.accessDenied))
        #expect(error.reason.contains("group video"))
    }
}
