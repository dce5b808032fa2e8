import DisplayModel

/// The properties of a recorded object, and the content of its blobs as far as it was recorded.
struct RecordedProperties {
    /// In the order of their ids. The kernel's own, in which they were attached, is not in the JSON.
    let all: [Property]
    private let contents: [String: RecordedValue]

    /// An object that has none (of a device without atomic modesetting, say) may lack the list.
    init(of object: RecordedValue) throws(RecordingError) {
        var all: [Property] = []
        var contents: [String: RecordedValue] = [:]
        for (name, value) in try object.optional("properties")?.members ?? [] {
            all.append(try Property(name: name, value))
            contents[name] = try value.optional("data")
        }
        self.all = all.sorted { $0.id < $1.id }
        self.contents = contents
    }

    subscript(name: String) -> Property? { all[name] }

    /// What a blob holds. Nil where there is none, or where it was not recorded.
    func data(_ name: String) throws(RecordingError) -> RecordedValue? { contents[name] }
}

extension Property {
    fileprivate init(name: String, _ value: RecordedValue) throws(RecordingError) {
        self.init(
            id: try value.member("id").integer(), name: name, value: try value.member("raw_value").bits,
            kind: try Kind(value), isImmutable: try value.member("immutable").truth)
    }
}

extension Property.Kind {
    /// By `DRM_MODE_PROP_*`, which drm_info writes as `type`; `spec` has the limits or the choices.
    fileprivate init(_ property: RecordedValue) throws(RecordingError) {
        let type = try property.member("type")
        switch try type.integer(UInt32.self) {
        case 1 << 1:
            let spec = try property.member("spec")
            let (low, high) = (try spec.member("min").bits, try spec.member("max").bits)
            guard low <= high else { throw spec.error("the smallest value is above the largest") }
            self = .range(low...high)
        case 1 << 3: self = .enumeration(try Self.choices(property.member("spec")))
        case 1 << 4: self = .blob
        case 1 << 5: self = .bitmask(try Self.choices(property.member("spec")))
        case 1 << 6: self = .object
        case 2 << 6:
            let spec = try property.member("spec")
            let (low, high): (Int64, Int64) = (try spec.member("min").integer(), try spec.member("max").integer())
            guard low <= high else { throw spec.error("the smallest value is above the largest") }
            self = .signedRange(low...high)
        case let number: throw type.error("no type of property has the number \(number)")
        }
    }

    private static func choices(_ spec: RecordedValue) throws(RecordingError) -> [Property.Choice] {
        try spec.map { choice throws(RecordingError) in
            Property.Choice(value: try choice.member("value").bits, name: try choice.member("name").text)
        }
    }
}
