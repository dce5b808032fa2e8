import CDRM
import DisplayModel
import Glibc
import LinuxSystem

/// The calls that set a device up without atomic modesetting.
extension Card {
    /// What a CRTC shows. Nil where it is off. Its connectors are not known from here.
    /// The corresponding C function is `drmModeGetCrtc`.
    func picture(of crtc: CRTCID) throws(SystemError) -> LegacyPlan.Configuration.Picture? {
        let pointer = unsafe try nonNullCall("drmModeGetCrtc", path) {
            unsafe drmModeGetCrtc(descriptor, crtc.rawValue)
        }
        defer { unsafe drmModeFreeCrtc(pointer) }
        let raw = unsafe pointer.pointee
        guard raw.mode_valid != 0, raw.buffer_id != 0 else { return nil }
        return LegacyPlan.Configuration.Picture(
            mode: Mode(raw.mode), framebuffer: FramebufferID(rawValue: raw.buffer_id), x: Int(raw.x), y: Int(raw.y),
            connectors: [])
    }

    /// The corresponding C function is `drmModeSetCrtc`. It waits until the mode is set.
    func set(_ configuration: LegacyPlan.Configuration) throws(SystemError) {
        let crtc = configuration.crtc.rawValue
        guard let picture = configuration.picture else {
            try negativeErrnoCall("drmModeSetCrtc", path) {
                drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil)
            }
            return
        }
        var connectors = picture.connectors.map(\.rawValue)
        var mode = picture.mode.info
        try negativeErrnoCall("drmModeSetCrtc", path) {
            unsafe drmModeSetCrtc(
                descriptor, crtc, picture.framebuffer.rawValue, UInt32(clamping: picture.x),
                UInt32(clamping: picture.y), &connectors, Int32(connectors.count), &mode)
        }
    }

    /// Shows another framebuffer from the next vblank on, which reports an event with the serial number.
    /// The corresponding C function is `drmModePageFlip`.
    func flip(_ crtc: CRTCID, to framebuffer: FramebufferID, serial: UInt64) throws(SystemError) {
        try negativeErrnoCall("drmModePageFlip", path) {
            unsafe drmModePageFlip(
                descriptor, crtc.rawValue, framebuffer.rawValue, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
                UnsafeMutableRawPointer(bitPattern: UInt(serial)))
        }
    }

    /// The corresponding C function is `drmModeObjectSetProperty`.
    func set(_ property: UInt32, of object: KMSObject, to value: UInt64) throws(SystemError) {
        try negativeErrnoCall("drmModeObjectSetProperty", path) {
            drmModeObjectSetProperty(descriptor, object.rawValue, object.type, property, value)
        }
    }

    /// Hides the cursor of a previous owner. Many CRTCs have none.
    /// The corresponding C function is `drmModeSetCursor`.
    func hideCursor(on crtc: CRTCID) { _ = drmModeSetCursor(descriptor, crtc.rawValue, 0, 0, 0) }

    /// Switches an overlay off. The corresponding C function is `drmModeSetPlane`.
    func switchOff(_ plane: PlaneID) throws(SystemError) {
        try negativeErrnoCall("drmModeSetPlane", path) {
            drmModeSetPlane(descriptor, plane.rawValue, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        }
    }

    /// A CRTC's gamma table. Nil where it has none.
    /// The corresponding C function is `drmModeCrtcGetGamma`.
    func gamma(of crtc: CRTCID) -> GammaTable? {
        guard let pointer = unsafe drmModeGetCrtc(descriptor, crtc.rawValue) else { return nil }
        let count = unsafe Int(pointer.pointee.gamma_size)
        unsafe drmModeFreeCrtc(pointer)
        guard count > 1 else { return nil }
        var table = GammaTable(linear: count)
        let result = unsafe drmModeCrtcGetGamma(
            descriptor, crtc.rawValue, UInt32(count), &table.red, &table.green, &table.blue)
        return result == 0 ? table : nil
    }

    /// The corresponding C function is `drmModeCrtcSetGamma`.
    func setGamma(_ table: GammaTable, of crtc: CRTCID) throws(SystemError) {
        var table = table
        try negativeErrnoCall("drmModeCrtcSetGamma", path) {
            unsafe drmModeCrtcSetGamma(
                descriptor, crtc.rawValue, UInt32(table.red.count), &table.red, &table.green, &table.blue)
        }
    }

    /// Waits until a sync file signals: without atomic modesetting the kernel is not told to.
    /// - Returns: whether it has.
    func waitForFence(_ fence: Int32, limit: Duration = .seconds(1)) -> Bool {
        var descriptor = pollfd(fd: fence, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, Int32(limit / .milliseconds(1))) > 0
    }
}
