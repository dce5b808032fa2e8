public import DisplayModel
public import EDID

/// Which screens a rule is for: all parts that are given must match.
public struct OutputMatch: Hashable, Sendable {
    /// The connector's name on its device (`HDMI-A-1`), as a pattern.
    public var connector: TextPattern?
    /// The maker, by the three letters in the EDID (`DEL`) or by name.
    public var manufacturer: MakerPattern?
    /// The maker's number for the model.
    public var product: UInt16?
    /// The serial number: the text in the EDID, or the number in its base block written in decimal.
    public var serial: TextPattern?
    /// The model's name in the EDID.
    public var name: TextPattern?

    public init(
        connector: TextPattern? = nil, manufacturer: MakerPattern? = nil, product: UInt16? = nil,
        serial: TextPattern? = nil, name: TextPattern? = nil
    ) {
        self.connector = connector
        self.manufacturer = manufacturer
        self.product = product
        self.serial = serial
        self.name = name
    }

    /// Matches every screen.
    public static let all = OutputMatch()

    /// - Parameter monitor: the identity in the EDID. Without one only connectors' names match.
    public func fits(connector name: String, monitor: MonitorIdentity?) -> Bool {
        func fits(_ pattern: TextPattern?, _ texts: String?...) -> Bool {
            pattern.map { pattern in texts.contains { $0.map(pattern.matches) ?? false } } ?? true
        }
        return fits(connector, name)
            && (manufacturer.map { maker in monitor?.manufacturer.map(maker.matches) ?? false } ?? true)
            && (product == nil || product == monitor?.productCode)
            && fits(serial, monitor?.serialText, monitor?.serialNumber.map { String($0) })
            && fits(self.name, monitor?.name)
    }
}

extension OutputMatch: CustomStringConvertible {
    public var description: String {
        let parts = [
            connector.map { "connector \($0)" }, manufacturer.map { "maker \($0)" }, product.map { "product \($0)" },
            serial.map { "serial \($0)" }, name.map { "name \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? "every screen" : parts.joined(separator: ", ")
    }
}
