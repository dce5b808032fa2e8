package import DisplayModel
import Paths

extension PlaylistFiles {
    /// The names of makers, as far as this machine knows them: from the package hwdata, and from udev's hardware database,
    /// which systemd brings along.
    package var makerNames: MakerNames {
        func text(_ path: FilePath) -> String? {
            try? String(decoding: read(path, Self.longestList).get(), as: UTF8.self)
        }
        var names = text("/usr/share/hwdata/pnp.ids").map(MakerNames.init(pnpIDs:)) ?? MakerNames()
        if let text = text("/usr/lib/udev/hwdb.d/20-acpi-vendor.hwdb") { names.add(MakerNames(hardwareDatabase: text)) }
        return names
    }

    /// Some times as long as they are.
    private static let longestList = 4 << 20
}
