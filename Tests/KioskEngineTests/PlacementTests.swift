import DisplayModel
import Rendering
import SlideComposition
import Testing

@testable import DisplayPlanning
@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Who keeps the picture inside the visible part: the shader or the hardware, and never both.
@Suite struct PlacementTests {
    private let mode = Mode(
        clock: 148_500, horizontal: (1920, 2008, 2052, 2200), vertical: (1080, 1084, 1089, 1125), vrefresh: 60,
        name: "1920x1080")

    private func connector(_ properties: [(String, ClosedRange<UInt64>)]) -> ConnectorSnapshot {
        ConnectorSnapshot(
            id: ConnectorID(rawValue: 60), type: ConnectorType(rawValue: 11), typeIndex: 1, status: .connected,
            modes: [mode], possibleCRTCs: [CRTCID(rawValue: 40)],
            properties: properties.enumerated().map { index, property in
                Property(
                    id: UInt32(index), name: property.0, value: 0, kind: .range(property.1), isImmutable: false)
            })
    }

    private func layout(_ connector: ConnectorSnapshot, _ change: (inout OutputConfiguration) throws -> Void) throws
        -> ScreenLayout
    {
        var configuration = OutputConfiguration()
        try change(&configuration)
        let route = Route(connector: connector.id, crtc: CRTCID(rawValue: 40), plane: PlaneID(rawValue: 20))
        let plan = OutputPlan(
            parts: [.init(route: route)], name: connector.name, configuration: configuration, candidates: [[mode]])
        let snapshot = DeviceSnapshot(
            id: DeviceID(major: 226, minor: 0), path: "/dev/dri/card0",
            driver: .init(name: "test", version: "1", about: ""), bus: nil, capabilities: .atomic,
            sizeLimits: 1...16384, connectors: [connector], crtcs: [], planes: [])
        return ScreenLayout(plan, modes: [mode], mirroring: nil, in: snapshot)
    }

    private var withMargins: ConnectorSnapshot {
        connector(["left margin", "right margin", "top margin", "bottom margin"].map { ($0, 0...100) })
    }

    private var withUnderscan: ConnectorSnapshot {
        connector([("underscan", 0...2), ("underscan hborder", 0...128), ("underscan vborder", 0...128)])
    }

    @Test func theHardwareScalesWhereItCan() throws {
        for connector in [withMargins, withUnderscan] {
            let layout = try layout(connector) {
                $0.overscan = try Overscan("40px,60px")
                $0.margins = .kms
            }
            #expect(
                layout.settings == [ConnectorSettings(margins: EdgeInsets(top: 40, right: 60, bottom: 40, left: 60))])
            #expect(layout.placement.visible == Rectangle(mode.size), "the shader leaves the picture alone")
            #expect(layout.shortfalls == [])
        }
    }

    @Test(arguments: ["5%", "1px,2px,3px,4px"])
    func theShaderStepsInAndTheHardwareIsSetToNothing(overscan: String) throws {
        // Five hundredths of 1080 are within the range, the whole of 1920's are too; unlike edges are not for underscan.
        let layout = try layout(overscan == "5%" ? connector([("left margin", 0...10)]) : withUnderscan) {
            $0.overscan = try Overscan(overscan)
            $0.margins = .kms
        }
        #expect(layout.placement.visible == (try Overscan(overscan)).visible(of: mode.size))
        #expect(layout.shortfalls.count == 1)
        #expect(layout.settings.allSatisfy { $0.margins == nil || $0.margins == .zero })
    }

    @Test func marginsThatAnotherProgramLeftDoNotAddUp() throws {
        let layout = try layout(withMargins) { $0.overscan = try Overscan("5%") }
        #expect(layout.settings == [ConnectorSettings(margins: .zero)])
    }

    @Test func withoutOverscanThereAreNoMarginsEither() throws {
        #expect(try layout(withMargins) { _ in }.settings == [ConnectorSettings(margins: .zero)])
        #expect(try layout(connector([])) { _ in }.settings == [ConnectorSettings()])
    }

    /// i915 and vc4 count from `Automatic`, gma500 has only two choices.
    @Test(
        arguments: [
            (["Automatic", "Full", "Limited 16:235"], OutputConfiguration.RGBRange.limited, 2),
            (["Automatic", "Full", "Limited 16:235"], .automatic, 0), (["Full", "Limited 16:235"], .limited, 1),
            (["Full", "Limited 16:235"], .automatic, nil), ([], .full, nil),
        ] as [([String], OutputConfiguration.RGBRange, UInt64?)])
    func rangesAreFoundByTheirNames(choices: [String], range: OutputConfiguration.RGBRange, value: UInt64?) throws {
        var connector = connector([])
        if !choices.isEmpty {
            connector.properties.append(
                Property(
                    id: 77, name: "Broadcast RGB", value: 0,
                    kind: .enumeration(choices.enumerated().map { .init(value: UInt64($0), name: $1) }),
                    isImmutable: false))
        }
        let layout = try layout(connector) { $0.rgbRange = range }
        #expect(layout.settings[0].rgbRange == value)
        #expect(layout.shortfalls.count == (value == nil ? 1 : 0))
    }

    @Test func bitsAreTakenIntoTheDriversRange() throws {
        let connector = connector([("max bpc", 8...12)])
        #expect(try layout(connector) { $0.maxBPC = 10 }.settings[0].maxBPC == 10)
        let high = try layout(connector) { $0.maxBPC = 16 }
        #expect(high.settings[0].maxBPC == 12)
        #expect(high.shortfalls == ["max-bpc 16 is not possible: using 12"])
        let none = try layout(self.connector([])) { $0.maxBPC = 10 }
        #expect(none.settings[0].maxBPC == nil && none.shortfalls.count == 1)
    }
}
