import DisplayModel
import DisplayPlanning
import HeadlessDisplay
import RecordedDevices
import Testing
import Timing

/// Boards with a display controller of one maker and a GPU that may be another's: what both have in common.
@Suite struct BoardTests {
    /// Layouts of memory: `drm_fourcc.h`.
    private enum Layout {
        static let vivanteTiled = FormatModifier(rawValue: 6 << 56 | 1)
        static let vivanteSuperTiled = FormatModifier(rawValue: 6 << 56 | 2)
        static let broadcomT = FormatModifier(rawValue: 7 << 56 | 1)
        static let broadcomUIF = FormatModifier(rawValue: 7 << 56 | 6)
        /// AFBC in blocks of 16x16, sparse, without and with the colour transform (YTR).
        static let afbc = FormatModifier(rawValue: 8 << 56 | 0x41)
        static let afbcYTR = FormatModifier(rawValue: 8 << 56 | 0x51)
        static let maliBlocks = FormatModifier(rawValue: 8 << 56 | 1 << 52 | 1)
    }

    /// What the Mesa driver of a board's GPU draws into, in its order.
    enum GPU {
        /// VideoCore 4, in one device with the display.
        case vc4
        /// VideoCore 6 and 7, beside vc4.
        case v3d
        /// Mali (panfrost and panthor), beside rockchip.
        case mali
        /// Vivante (etnaviv), beside the i.MX display controllers.
        case vivante

        var formats: [FormatSupport] {
            let modifiers: [FormatModifier] =
                switch self {
                case .vc4: [Layout.broadcomT, .linear]
                case .v3d: [Layout.broadcomUIF, .linear]
                case .mali: [Layout.afbcYTR, Layout.afbc, Layout.maliBlocks, .linear]
                case .vivante: [.linear, Layout.vivanteTiled, Layout.vivanteSuperTiled]
                }
            return [.xrgb8888, .argb8888, .rgb565].map { FormatSupport(format: $0, modifiers: modifiers) }
        }
    }

    @Test(
        arguments: [
            ("vc4-pi3", .vc4, [Layout.broadcomT, .linear]),
            // The GPU's own tiles cannot be shown, and the display's cannot be drawn.
            ("vc4", .v3d, [.linear]), ("vc4-pi5", .v3d, [.linear]),
            // The panel is on the little VOP, which has no compression; the television on the big one.
            ("rockchip-rk3399", .mali, [.linear]), ("rockchip-rk3399", .mali, [Layout.afbcYTR, .linear]),
            ("rockchip-rk3588", .mali, [Layout.afbcYTR, Layout.afbc]),
            ("imx8mq", .vivante, [.linear, Layout.vivanteTiled, Layout.vivanteSuperTiled]),
            ("imx8mp", .vivante, [.linear]),
        ] as [(String, GPU, [FormatModifier])])
    func displayAndGPUHaveALayoutInCommon(_ board: String, _ gpu: GPU, _ modifiers: [FormatModifier]) throws {
        let device = try recordedDevice(board)
        let found = PlannedRoutes(device).lit.values.map { route -> [FormatSupport] in
            let plane = device.planes.first { $0.id == route.plane }
            return FormatChoice.candidates(.best, plane: plane?.formats ?? [], renderer: gpu.formats)
        }
        // First what both know by name, then what the driver chooses by itself.
        let best = [
            FormatSupport(format: .xrgb8888, modifiers: modifiers), FormatSupport(format: .xrgb8888, modifiers: []),
        ]
        #expect(found.contains { Array($0.prefix(2)) == best }, "\(found)")
        for candidates in found { #expect(candidates.contains(FormatSupport(format: .xrgb8888, modifiers: []))) }
    }

    /// The primary planes are the clusters of the ports, and every other window is an overlay for both.
    @Test func eachPortOfAnRK3588HasItsCluster() throws {
        let device = try recordedDevice("rockchip-rk3588")
        let primary = device.planes.filter { $0.kind == .primary }
        #expect(primary.map(\.possibleCRTCs) == device.crtcs.map { [$0.id] })
        #expect(PlannedRoutes(device).lit.values.map(\.plane).sorted { $0.rawValue < $1.rawValue } == primary.map(\.id))
        let overlays = device.planes.filter { $0.kind == .overlay }
        #expect(overlays.count == 6 && overlays.allSatisfy { $0.possibleCRTCs == device.crtcs.map(\.id) })
        #expect(primary.allSatisfy { $0.formats.allSatisfy { !$0.modifiers.contains(.linear) } })
    }

    @Test func nothingOnAPi3IsLargerThan2048() throws {
        let device = try recordedDevice("vc4-pi3")
        #expect(device.sizeLimits == 0...2048)
        for mode in device.connectors.flatMap(\.modes) {
            #expect(device.sizeLimits.contains(mode.size.width) && device.sizeLimits.contains(mode.size.height))
        }
        // HDMI and the composite output are on one pixel valve: one of them is lit.
        let television = try device.connector(named: "Composite-1")
        #expect(television.possibleCRTCs == (try device.connector(named: "HDMI-A-1")).possibleCRTCs)
    }

    /// Two televisions of 3840x2160 need 127 MiB for two buffers each. Debian's kernel gives displays 64 MiB on a Pi, unless
    /// the firmware's configuration says more.
    @Test(arguments: [
        (64, ["1920x1080", "1920x1080"]), (128, ["3840x2160", "3840x2160"]), (96, ["1920x1080", "3840x2160"]),
    ])
    func twoScreensOf4KGoDownWhereMemoryIsShort(_ mebibytes: Int, _ sizes: [String]) throws {
        let recorded = try recordedDevice("vc4-pi5")
        let device = try HeadlessDevice(
            recording: recorded, clock: .manual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
        device.hardware.memory = mebibytes << 20
        let plan = DevicePlan(try device.snapshot(.probe), configurations: OutputConfigurations())
        #expect(plan.outputs.map { $0.candidates[0][0].size.width } == [3840, 3840])
        var search = OutputSearch(plan.outputs.map { ($0.name, $0.candidates) }, levels: [FormatLevel.best])
        while true {
            do throws(DisplayError) {
                var buffers: [any ScanoutBuffer] = []
                for modes in search.candidate.modes {
                    for _ in 0..<2 {
                        buffers.append(try device.makeBuffer(size: modes[0].size, format: .xrgb8888, modifiers: []))
                    }
                }
                break
            } catch {
                #expect(error.code == DisplayError.Code.noMemory)
                let isMoreToTry = search.refused(error.reason, forWantOfMemory: true)
                try #require(isMoreToTry)
            }
        }
        #expect(search.candidate.modes.map { "\($0[0].size)" }.sorted() == sizes, "\(search.attempts)")
    }
}
