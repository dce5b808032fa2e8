public import DisplayModel
import Glibc
import LinuxSystem

/// A card's node in the file system. Some cards have no screens: on some machines the GPU and the display controller are
/// two devices.
public struct CardNode: Hashable, Sendable {
    public var id: DeviceID
    /// `/dev/dri/card0`
    public var path: String

    public init(id: DeviceID, path: String) {
        self.id = id
        self.path = path
    }

    /// All card nodes, in the order of their numbers. There may be none.
    ///
    /// It reads the folder, because `drmGetDevices2` leaves out devices on buses that it does not know.
    public static func all(in folder: String = "/dev/dri") throws(DisplayError) -> [CardNode] {
        let names: [String]
        do { names = try fileNames(in: folder) } catch {
            if error.code == ENOENT { return [] }
            throw .opening(folder, error)
        }
        return names.compactMap(cardNumber).sorted().compactMap { number -> CardNode? in
            let path = "\(folder)/card\(number)"
            return DeviceID(ofNode: path).map { CardNode(id: $0, path: path) }
        }
    }

    /// Reads the device's state without driving it. Opening makes this program DRM master if no other is; that is given up
    /// at once, or after a probe, which only the master can make. Where another program is master, a probe returns what
    /// the kernel knows already.
    /// - Returns: nil for a device that draws only and has no connectors.
    public func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot? {
        let card = try Card(opening: path)
        if effort == .known { card.dropMaster() }
        defer { card.dropMaster() }
        let reader: ResourceReader
        do { reader = try ResourceReader(card, capabilities: .optional) } catch {
            if error.isOfDrawOnlyDevice { return nil }
            throw error
        }
        let snapshot = try reader.snapshot(effort)
        return snapshot.connectors.isEmpty && snapshot.crtcs.isEmpty ? nil : snapshot
    }

    /// The number in `card12`. Nil for other names.
    static func cardNumber(_ name: String) -> Int? {
        guard name.hasPrefix("card"), case let digits = name.dropFirst(4), digits.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        return Int(digits)
    }

    private static func fileNames(in folder: String) throws(SystemError) -> [String] {
        let directory = unsafe try nonNullCall("opendir", folder) { unsafe opendir(folder) }
        defer { unsafe _ = closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            names.append(
                unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}

extension DeviceID {
    /// The device that a path leads to, through any links (`/dev/dri/by-path/…`). Nil where there is none.
    public init?(ofNode path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        self.init(number: status.st_rdev)
    }
}
