import CDRM
import DisplayModel

extension Mode {
    /// Reads the kernel's mode. The C structure is `drmModeModeInfo`, which is `struct drm_mode_modeinfo`.
    init(_ info: drmModeModeInfo) {
        self.init(
            clock: info.clock,
            horizontal: (info.hdisplay, info.hsync_start, info.hsync_end, info.htotal),
            vertical: (info.vdisplay, info.vsync_start, info.vsync_end, info.vtotal),
            hskew: info.hskew, vscan: info.vscan, vrefresh: info.vrefresh,
            flags: Flags(rawValue: info.flags), type: Kind(rawValue: info.type),
            name: unsafe withUnsafeBytes(of: info.name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            })
    }

    /// The structure that a `MODE_ID` blob holds, whole.
    var info: drmModeModeInfo {
        var info = drmModeModeInfo()
        info.clock = clock
        (info.hdisplay, info.hsync_start) = (horizontal.display, horizontal.syncStart)
        (info.hsync_end, info.htotal) = (horizontal.syncEnd, horizontal.total)
        (info.vdisplay, info.vsync_start) = (vertical.display, vertical.syncStart)
        (info.vsync_end, info.vtotal) = (vertical.syncEnd, vertical.total)
        (info.hskew, info.vscan, info.vrefresh) = (hskew, vscan, vrefresh)
        (info.flags, info.type) = (flags.rawValue, type.rawValue)
        unsafe withUnsafeMutableBytes(of: &info.name) { bytes in
            // The last byte stays 0: it ends the text.
            for (index, byte) in name.utf8.prefix(bytes.count - 1).enumerated() { unsafe bytes[index] = byte }
        }
        return info
    }
}
