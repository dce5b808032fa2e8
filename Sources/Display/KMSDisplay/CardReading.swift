import CDRM
import DisplayModel
import LinuxSystem

/// Parts of a snapshot, each with its libdrm call.
extension Card {
    var capabilities: DeviceSnapshot.Capabilities {
        var capabilities: DeviceSnapshot.Capabilities = []
        if capability(DRM_CAP_ADDFB2_MODIFIERS) == 1 { capabilities.insert(.modifiers) }
        if capability(DRM_CAP_DUMB_BUFFER) == 1 { capabilities.insert(.dumbBuffers) }
        if capability(DRM_CAP_PRIME) & UInt64(DRM_PRIME_CAP_IMPORT) != 0 { capabilities.insert(.primeImport) }
        if capability(DRM_CAP_PRIME) & UInt64(DRM_PRIME_CAP_EXPORT) != 0 { capabilities.insert(.primeExport) }
        if capability(DRM_CAP_TIMESTAMP_MONOTONIC) == 1 { capabilities.insert(.monotonicTimestamps) }
        if capability(DRM_CAP_CRTC_IN_VBLANK_EVENT) == 1 { capabilities.insert(.crtcInEvents) }
        if capability(DRM_CAP_ASYNC_PAGE_FLIP) == 1 { capabilities.insert(.asynchronousFlips) }
        if capability(DRM_CAP_SYNCOBJ) == 1 { capabilities.insert(.syncObjects) }
        return capabilities
    }

    /// The corresponding C function is `drmGetVersion`.
    var driver: DeviceSnapshot.Driver {
        get throws(SystemError) {
            let pointer = unsafe try nonNullCall("drmGetVersion", path) { unsafe drmGetVersion(descriptor) }
            defer { unsafe drmFreeVersion(pointer) }
            let version = unsafe pointer.pointee
            return unsafe DeviceSnapshot.Driver(
                name: text(version.name, version.name_len),
                version: "\(version.version_major).\(version.version_minor).\(version.version_patchlevel)",
                about: text(version.desc, version.desc_len))
        }
    }

    /// The bytes of a property's blob. Nil where there is none, also if it was destroyed meanwhile.
    /// The corresponding C function is `drmModeGetPropertyBlob`.
    func blob(_ property: Property?) throws(SystemError) -> [UInt8]? {
        guard let id = property?.objectID else { return nil }
        do {
            let pointer = unsafe try nonNullCall("drmModeGetPropertyBlob", path) {
                unsafe drmModeGetPropertyBlob(descriptor, id)
            }
            defer { unsafe drmModeFreePropertyBlob(pointer) }
            return unsafe Array(UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.length)))
        } catch {
            if error.code == DisplayError.Code.noEntry { return nil }
            throw error
        }
    }

    private func text(_ start: UnsafeMutablePointer<CChar>?, _ count: Int32) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
}

extension Property {
    /// The value as the id of an object or a blob. Nil for 0, which means none.
    var objectID: UInt32? { value == 0 ? nil : UInt32(truncatingIfNeeded: value) }
}

extension [CRTCID] {
    /// The CRTCs of a `possible_crtcs` mask: bit n is the nth in the kernel's order.
    func selected(by mask: UInt32) -> [CRTCID] {
        enumerated().filter { index, _ in index < 32 && mask >> UInt32(index) & 1 == 1 }.map(\.element)
    }
}

extension ConnectorSnapshot.Status {
    init(_ connection: drmModeConnection) {
        self =
            switch connection {
            case DRM_MODE_CONNECTED: .connected
            case DRM_MODE_DISCONNECTED: .disconnected
            default: .unknown
            }
    }
}

extension ConnectorSnapshot.Subpixel {
    init(_ order: drmModeSubPixel) {
        self =
            switch order {
            case DRM_MODE_SUBPIXEL_HORIZONTAL_RGB: .horizontalRGB
            case DRM_MODE_SUBPIXEL_HORIZONTAL_BGR: .horizontalBGR
            case DRM_MODE_SUBPIXEL_VERTICAL_RGB: .verticalRGB
            case DRM_MODE_SUBPIXEL_VERTICAL_BGR: .verticalBGR
            case DRM_MODE_SUBPIXEL_NONE: .none
            default: .unknown
            }
    }
}

extension PlaneSnapshot.Kind {
    /// By the `type` property: `DRM_PLANE_TYPE_*`.
    init(_ type: UInt64?) {
        self =
            switch type {
            case 1: .primary
            case 2: .cursor
            default: .overlay
            }
    }
}

extension PlaneSnapshot.Scanout {
    /// What a plane shows by its properties; the source is in 16.16 fixed point there. Nil for a plane that is off.
    init?(crtc: UInt32, framebuffer: UInt32, _ properties: [Property]) {
        guard crtc != 0, framebuffer != 0 else { return nil }
        func number(_ property: AtomicProperty) -> Int {
            properties[property.rawValue].map { Int(Int64(bitPattern: $0.value)) } ?? 0
        }
        self.init(
            crtc: CRTCID(rawValue: crtc), framebuffer: FramebufferID(rawValue: framebuffer),
            source: Rectangle(
                x: number(.sourceX) >> 16, y: number(.sourceY) >> 16, width: number(.sourceWidth) >> 16,
                height: number(.sourceHeight) >> 16),
            destination: Rectangle(
                x: number(.destinationX), y: number(.destinationY), width: number(.destinationWidth),
                height: number(.destinationHeight)))
    }
}
