import CDRM
import DisplayModel
import LinuxSystem
import Synchronization

/// Reads a device's objects, and caches what does not change: descriptions of properties, which properties an object has,
/// and the names of connectors.
///
/// It may be used on several threads. What is cached is never locked while the kernel is asked: a commit finds the numbers
/// of properties at once, also while another thread waits for monitors.
final class ResourceReader: Sendable {
    enum AtomicDemand {
        case required
        /// For reading only, also from devices without atomic modesetting.
        case optional
        /// The device is driven, and read, as if it had none.
        case hidden
    }

    let card: Card
    let capabilities: DeviceSnapshot.Capabilities
    private let cache = Mutex(Cache())

    private struct Cache {
        var descriptions: [UInt32: PropertyDescription] = [:]
        var propertyIDs: [KMSObject: [AtomicProperty: UInt32]] = [:]
        var connectorNames: [ConnectorID: String] = [:]
    }

    init(_ card: Card, capabilities demand: AtomicDemand) throws(DisplayError) {
        self.card = card
        if demand == .hidden {
            // The open file may have it from a previous process. Modes that differ in aspect only come with it.
            try? card.setClientCapability(DRM_CLIENT_CAP_ATOMIC, to: 0)
            try? card.setClientCapability(DRM_CLIENT_CAP_ASPECT_RATIO)
        }
        do { try card.setClientCapability(DRM_CLIENT_CAP_UNIVERSAL_PLANES) } catch {
            throw DisplayError(
                operation: "set client capability universal planes", object: card.path, code: error.code,
                reason: error.code == DisplayError.Code.notSupported
                    ? "this GPU has no connectors; use another device" : error.reason,
                // The kernel's answer where the driver has no modesetting.
                isOfDrawOnlyDevice: error.code == DisplayError.Code.notSupported)
        }
        var capabilities = card.capabilities.union(.universalPlanes)
        guard demand != .hidden else {
            // Page flips cannot change layouts, so the driver's own is the one to use.
            self.capabilities = capabilities.subtracting(.modifiers)
            return
        }
        do {
            try card.setClientCapability(DRM_CLIENT_CAP_ATOMIC)
            capabilities.insert(.atomic)
        } catch {
            guard demand == .optional else {
                throw DisplayError(
                    operation: "set client capability atomic", object: card.path, code: error.code,
                    reason: "the driver does not support atomic modesetting")
            }
        }
        self.capabilities = capabilities
    }

    /// The id of a property of an object. Nil where the object has none of that name.
    func propertyID(_ property: AtomicProperty, of object: KMSObject) -> UInt32? {
        cache.withLock { $0.propertyIDs[object]?[property] }
    }

    /// The kernel's name for a connector, `HDMI-A-1`, or its number if it has not been read yet.
    func name(of connector: ConnectorID) -> String {
        cache.withLock { $0.connectorNames[connector] } ?? "connector-\(connector)"
    }

    // MARK: The whole device

    /// Reads all objects. They can come and go between the calls (behind MST hubs), so it is repeated until the list of
    /// objects is the same before and after.
    func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot {
        if effort == .probe { try ConnectorProber(card).probe() }
        do {
            return try untilStable { list throws(SystemError) in
                let (smallest, largest) = list.sizeLimits
                return DeviceSnapshot(
                    id: card.id, path: card.path, driver: try card.driver, bus: card.bus, capabilities: capabilities,
                    sizeLimits: smallest...max(smallest, largest),
                    connectors: try list.connectors.map { id throws(SystemError) in
                        try connector(id, crtcs: list.crtcs)
                    },
                    crtcs: try list.crtcs.map { id throws(SystemError) in try crtc(id) },
                    planes: try list.planes.map { id throws(SystemError) in try plane(id, crtcs: list.crtcs) })
            }
        } catch { throw DisplayError(error, operation: "read resources", object: card.path) }
    }

    /// Reads the committed state. Probes nothing.
    func kernelState() throws(DisplayError) -> KernelState {
        do {
            return try untilStable { list throws(SystemError) in
                var state = KernelState(values: [:])
                for object in list.objects {
                    let properties = try properties(of: object)
                    let values = properties.compactMap { property in
                        AtomicProperty(rawValue: property.name).map { ($0, property.value) }
                    }
                    state.values[object] = Dictionary(values) { first, _ in first }
                    if case .connector(let id) = object, cache.withLock({ $0.connectorNames[id] == nil }) {
                        _ = try connector(id, crtcs: list.crtcs)
                    }
                }
                return state
            }
        } catch { throw DisplayError(error, operation: "read state", object: card.path) }
    }

    private func untilStable<Result>(
        _ read: (ResourceList) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        guard card.isPresent else { throw SystemError("access", card.path, code: DisplayError.Code.noDevice) }
        for _ in 0..<8 {
            let list = try ResourceList(reading: card)
            do {
                let result = try read(list)
                if try ResourceList(reading: card) == list { return result }
            } catch {
                // An object of the list has gone meanwhile.
                guard error.code == DisplayError.Code.noEntry else { throw error }
            }
        }
        throw SystemError("drmModeGetResources", card.path, code: DisplayError.Code.again)
    }

    // MARK: Single objects

    /// The corresponding C function is `drmModeObjectGetProperties`.
    private func properties(of object: KMSObject) throws(SystemError) -> [Property] {
        let pointer = unsafe try nonNullCall("drmModeObjectGetProperties", card.path) {
            unsafe drmModeObjectGetProperties(card.descriptor, object.rawValue, object.type)
        }
        defer { unsafe drmModeFreeObjectProperties(pointer) }
        var properties: [Property] = []
        for index in 0..<(unsafe Int(pointer.pointee.count_props)) {
            let (id, value) = unsafe (pointer.pointee.props[index], pointer.pointee.prop_values[index])
            let description: PropertyDescription
            if let known = cache.withLock({ $0.descriptions[id] }) {
                description = known
            } else {
                description = try PropertyDescription(reading: id, of: card)
                let read = description
                cache.withLock { $0.descriptions[id] = read }
            }
            properties.append(description.property(value: value))
        }
        // Updated each time, because the kernel reuses the ids of objects that are gone.
        let ids = Dictionary(
            properties.compactMap { property in AtomicProperty(rawValue: property.name).map { ($0, property.id) } }
        ) { first, _ in first }
        cache.withLock { $0.propertyIDs[object] = ids }
        return properties
    }

    /// What the kernel knows of a connector. The corresponding C function is `drmModeGetConnectorCurrent`.
    private func connector(_ id: ConnectorID, crtcs: [CRTCID]) throws(SystemError) -> ConnectorSnapshot {
        let pointer = unsafe try nonNullCall("drmModeGetConnectorCurrent", card.path) {
            unsafe drmModeGetConnectorCurrent(card.descriptor, id.rawValue)
        }
        defer { unsafe drmModeFreeConnector(pointer) }
        let raw = unsafe pointer.pointee
        let properties = try properties(of: .connector(id))
        let possible = unsafe drmModeConnectorGetPossibleCrtcs(card.descriptor, pointer)
        var snapshot = ConnectorSnapshot(
            id: id, type: unsafe ConnectorType(rawValue: raw.connector_type), typeIndex: unsafe raw.connector_type_id,
            status: unsafe ConnectorSnapshot.Status(raw.connection), possibleCRTCs: crtcs.selected(by: possible))
        snapshot.modes = unsafe UnsafeBufferPointer(start: raw.modes, count: Int(raw.count_modes)).map { Mode($0) }
        snapshot.subpixel = unsafe ConnectorSnapshot.Subpixel(raw.subpixel)
        snapshot.physicalSize =
            unsafe raw.mmWidth > 0 && raw.mmHeight > 0
            ? Size(width: Int(raw.mmWidth), height: Int(raw.mmHeight)) : nil
        snapshot.properties = properties
        if let route = properties[AtomicProperty.crtcID.rawValue] {
            snapshot.crtc = route.objectID.map(CRTCID.init)
        } else {
            snapshot.crtc = try legacyCRTC(encoder: unsafe raw.encoder_id)
        }
        snapshot.edid = try card.blob(properties["EDID"])
        snapshot.path = try card.blob(properties["PATH"]).flatMap(BlobDecoding.path)
        snapshot.tile = try card.blob(properties["TILE"]).flatMap(ConnectorSnapshot.Tile.init(property:))
        let name = snapshot.name
        cache.withLock { $0.connectorNames[id] = name }
        return snapshot
    }

    /// Without atomic modesetting the CRTC of a connector is found through its encoder.
    private func legacyCRTC(encoder: UInt32) throws(SystemError) -> CRTCID? {
        guard encoder != 0 else { return nil }
        let pointer = unsafe try nonNullCall("drmModeGetEncoder", card.path) {
            unsafe drmModeGetEncoder(card.descriptor, encoder)
        }
        defer { unsafe drmModeFreeEncoder(pointer) }
        let crtc = unsafe pointer.pointee.crtc_id
        return crtc == 0 ? nil : CRTCID(rawValue: crtc)
    }

    private func crtc(_ id: CRTCID) throws(SystemError) -> CRTCSnapshot {
        let pointer = unsafe try nonNullCall("drmModeGetCrtc", card.path) {
            unsafe drmModeGetCrtc(card.descriptor, id.rawValue)
        }
        defer { unsafe drmModeFreeCrtc(pointer) }
        let hasMode = unsafe pointer.pointee.mode_valid != 0
        let properties = try properties(of: .crtc(id))
        return CRTCSnapshot(
            id: id, isActive: properties[AtomicProperty.active.rawValue].map { $0.value == 1 } ?? hasMode,
            mode: hasMode ? unsafe Mode(pointer.pointee.mode) : nil, properties: properties)
    }

    private func plane(_ id: PlaneID, crtcs: [CRTCID]) throws(SystemError) -> PlaneSnapshot {
        let pointer = unsafe try nonNullCall("drmModeGetPlane", card.path) {
            unsafe drmModeGetPlane(card.descriptor, id.rawValue)
        }
        defer { unsafe drmModeFreePlane(pointer) }
        let raw = unsafe pointer.pointee
        let properties = try properties(of: .plane(id))
        let plain = unsafe UnsafeBufferPointer(start: raw.formats, count: Int(raw.count_formats)).map {
            FormatSupport(format: PixelFormat(rawValue: $0), modifiers: [])
        }
        return PlaneSnapshot(
            id: id, kind: PlaneSnapshot.Kind(properties["type"]?.value),
            possibleCRTCs: crtcs.selected(by: unsafe raw.possible_crtcs),
            formats: try card.blob(properties["IN_FORMATS"]).flatMap(BlobDecoding.formats) ?? plain,
            scanout: PlaneSnapshot.Scanout(crtc: unsafe raw.crtc_id, framebuffer: unsafe raw.fb_id, properties),
            properties: properties)
    }
}
