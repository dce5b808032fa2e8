import CDRM
import DisplayModel
import LinuxSystem

/// The ids of a device's objects. The C structures are `drmModeRes` and `drmModePlaneRes`.
struct ResourceList: Equatable {
    var connectors: [ConnectorID]
    var crtcs: [CRTCID]
    var planes: [PlaneID]
    private var smallest: Int
    private var largest: Int

    /// Of a framebuffer's sides: the smallest and the largest that go for both.
    var sizeLimits: (smallest: Int, largest: Int) { (smallest, largest) }

    var objects: [KMSObject] {
        connectors.map(KMSObject.connector) + crtcs.map(KMSObject.crtc) + planes.map(KMSObject.plane)
    }

    init(reading card: Card) throws(SystemError) {
        let resources = unsafe try nonNullCall("drmModeGetResources", card.path) {
            unsafe drmModeGetResources(card.descriptor)
        }
        defer { unsafe drmModeFreeResources(resources) }
        let planeResources = unsafe try nonNullCall("drmModeGetPlaneResources", card.path) {
            unsafe drmModeGetPlaneResources(card.descriptor)
        }
        defer { unsafe drmModeFreePlaneResources(planeResources) }
        let raw = unsafe resources.pointee
        connectors = unsafe UnsafeBufferPointer(start: raw.connectors, count: Int(raw.count_connectors))
            .map(ConnectorID.init)
        crtcs = unsafe UnsafeBufferPointer(start: raw.crtcs, count: Int(raw.count_crtcs)).map(CRTCID.init)
        planes = unsafe UnsafeBufferPointer(
            start: planeResources.pointee.planes, count: Int(planeResources.pointee.count_planes)
        ).map(PlaneID.init)
        smallest = unsafe Int(max(raw.min_width, raw.min_height))
        largest = unsafe Int(min(raw.max_width, raw.max_height))
    }
}
