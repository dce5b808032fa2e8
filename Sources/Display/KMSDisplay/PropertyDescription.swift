import CDRM
import DisplayModel
import LinuxSystem

/// A property without its value. It stays the same for the device's life. The C structure is `drmModePropertyRes`.
struct PropertyDescription: Hashable {
    var id: UInt32
    var name: String
    var kind: Property.Kind
    var isImmutable: Bool

    func property(value: UInt64) -> Property {
        Property(id: id, name: name, value: value, kind: kind, isImmutable: isImmutable)
    }
}

extension PropertyDescription {
    /// The corresponding C function is `drmModeGetProperty`.
    init(reading id: UInt32, of card: Card) throws(SystemError) {
        let pointer = unsafe try nonNullCall("drmModeGetProperty", card.path) {
            unsafe drmModeGetProperty(card.descriptor, id)
        }
        defer { unsafe drmModeFreeProperty(pointer) }
        let raw = unsafe pointer.pointee
        let choices = unsafe UnsafeBufferPointer(start: raw.enums, count: Int(raw.count_enums)).map { choice in
            Property.Choice(value: choice.value, name: text(choice.name))
        }
        unsafe self.init(
            id: id, name: text(raw.name),
            kind: Property.Kind(
                flags: raw.flags, values: Array(UnsafeBufferPointer(start: raw.values, count: Int(raw.count_values))),
                choices: choices),
            isImmutable: raw.flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0)
    }
}

extension Property.Kind {
    /// By `DRM_MODE_PROP_*` flags. The limits of a range come as two values.
    init(flags: UInt32, values: [UInt64], choices: [Property.Choice]) {
        let extendedType = flags & UInt32(DRM_MODE_PROP_EXTENDED_TYPE)
        if flags & UInt32(DRM_MODE_PROP_ENUM) != 0 {
            self = .enumeration(choices)
        } else if flags & UInt32(DRM_MODE_PROP_BITMASK) != 0 {
            self = .bitmask(choices)
        } else if flags & UInt32(DRM_MODE_PROP_BLOB) != 0 {
            self = .blob
        } else if extendedType == drmPropertyObject {
            self = .object
        } else if extendedType == drmPropertySignedRange {
            let limits = values.prefix(2).map { Int64(bitPattern: $0) }
            self = .signedRange(limits.count == 2 && limits[0] <= limits[1] ? limits[0]...limits[1] : .min ... .max)
        } else {
            self = .range(values.count >= 2 && values[0] <= values[1] ? values[0]...values[1] : 0 ... .max)
        }
    }
}

/// The text in a C structure's array of characters, up to its zero byte.
private func text<Characters>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
