public import DisplayModel
import JSONCoding

/// Display devices as `drm_info -j` (package drm-info) recorded them, on this machine or on another.
///
/// The JSON has a member for each device node, and below it the kernel's objects as libdrm returns them, in the
/// kernel's order. What it does not have:
/// - The numbers in connectors' names. They are counted here, as the kernel does on a device's own: a name can differ
///   where connectors have come and gone, or where several devices have connectors of one type.
/// - The blobs that drm_info does not decode, EDID and TILE among them; it writes null as their `data`.
/// - The device's place on its bus.
///
/// ``json`` has these too: `type_index` of connectors, blobs in Base64, `bus`. They are read where they are there. So is
/// a whole report of `vitrine doctor --bundle`, which has the devices as one of its members.
///
/// drm_info asks for more than Vitrine does; modes that a program gets only when it asks for stereo 3D are left out.
public struct Recording: Hashable, Sendable {
    /// By the paths of their nodes, the numbers in them by value.
    public var devices: [DeviceSnapshot]

    /// Reads the whole of a recording, or says the first thing that is wrong with it.
    public init(_ bytes: [UInt8]) throws(RecordingError) {
        let document: JSONValue
        do { document = try JSONReader.value(of: bytes) } catch { throw RecordingError(error) }
        var root = RecordedValue(value: document, path: "")
        let isReport = try root.optional(Self.reportMark) != nil
        if isReport { root = try root.member(Self.reportDevices) }
        let nodes = try root.members.map { (number: Self.nodeNumber(of: $0.name), node: $0) }
        devices = []
        for (number, node) in nodes.sorted(by: { ($0.number, $0.node.name) < ($1.number, $1.node.name) }) {
            devices.append(try DeviceSnapshot(node.value, path: node.name, minor: number))
        }
        // A machine without any has a report, too.
        guard isReport || !devices.isEmpty else { throw root.error("there is no device in it") }
    }

    /// The member that a whole report has and no recording, and the one that has its devices.
    public static let reportMark = "vitrine-report"
    public static let reportDevices = "devices"

    public init(devices: [DeviceSnapshot]) {
        self.devices = devices
    }

    /// The number at the end of a card node's name, which is its minor device number too.
    private static func nodeNumber(of path: String) -> UInt32 {
        UInt32(String(path.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())) ?? 0
    }
}

extension DeviceSnapshot {
    fileprivate init(_ node: RecordedValue, path: String, minor: UInt32) throws(RecordingError) {
        let driver = try node.member("driver")
        let limits = try node.member("fb_size")
        let smallest: UInt32 = max(try limits.member("min_width").integer(), try limits.member("min_height").integer())
        let largest: UInt32 = min(try limits.member("max_width").integer(), try limits.member("max_height").integer())
        let objects = try RecordedObjects(node)
        self.init(
            id: DeviceID(major: 226, minor: minor), path: path, driver: try Driver(driver),
            bus: try node.optional("bus")?.text,
            capabilities: try Capabilities(driver), sizeLimits: Int(smallest)...Int(max(smallest, largest)),
            connectors: try objects.connectors, crtcs: try objects.crtcs, planes: try objects.planes)
    }
}

extension DeviceSnapshot.Driver {
    fileprivate init(_ driver: RecordedValue) throws(RecordingError) {
        let version = try driver.member("version")
        let parts = try ["major", "minor", "patch"].map { name throws(RecordingError) in
            try version.member(name).integer(Int32.self)
        }
        self.init(
            name: try driver.member("name").text, version: parts.map(String.init).joined(separator: "."),
            about: try driver.member("desc").text)
    }
}

extension DeviceSnapshot.Capabilities {
    /// What drm_info could switch on (`DRM_CLIENT_CAP_*`), and what the device said it has (`DRM_CAP_*`). Of those that
    /// the kernel did not know then nothing is said.
    fileprivate init(_ driver: RecordedValue) throws(RecordingError) {
        self = []
        let client = try driver.member("client_caps")
        for (name, capability) in [
            ("ATOMIC", Self.atomic), ("UNIVERSAL_PLANES", .universalPlanes), ("WRITEBACK_CONNECTORS", .writeback),
        ] where try client.optional(name)?.truth == true {
            insert(capability)
        }
        let device = try driver.member("caps")
        for (name, bit, capability) in [
            ("ADDFB2_MODIFIERS", 1 as UInt64, Self.modifiers), ("DUMB_BUFFER", 1, .dumbBuffers),
            ("PRIME", 1, .primeImport), ("PRIME", 2, .primeExport), ("TIMESTAMP_MONOTONIC", 1, .monotonicTimestamps),
            ("CRTC_IN_VBLANK_EVENT", 1, .crtcInEvents), ("ASYNC_PAGE_FLIP", 1, .asynchronousFlips),
            ("SYNCOBJ", 1, .syncObjects),
        ] where try (device.optional(name)?.bits ?? 0) & bit != 0 {
            insert(capability)
        }
    }
}
