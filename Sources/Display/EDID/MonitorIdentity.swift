/// Which monitor this is, as far as it says so itself. Two monitors of one model that carry no serial number are
/// the same to this value.
public struct MonitorIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The maker's three letters, as registered with UEFI's PNP list.
    public var manufacturer: String?
    /// The maker's number for the model.
    public var productCode: UInt16?
    /// The number in the base block.
    public var serialNumber: UInt32?
    /// The serial number as text, usually what the label on the back says.
    public var serialText: String?
    /// The model's name.
    public var name: String?

    public init(
        manufacturer: String? = nil, productCode: UInt16? = nil, serialNumber: UInt32? = nil,
        serialText: String? = nil, name: String? = nil
    ) {
        self.manufacturer = manufacturer
        self.productCode = productCode
        self.serialNumber = serialNumber
        self.serialText = serialText
        self.name = name
    }

    /// For people: `DEL U2720Q (serial 5K1XN13)`, or `unknown monitor`.
    public var description: String {
        let parts = [manufacturer, model].compactMap { $0 }
        let monitor = parts.isEmpty ? "unknown monitor" : parts.joined(separator: " ")
        guard let serial = serialText ?? serialNumber.map(String.init) else { return monitor }
        return "\(monitor) (serial \(serial))"
    }

    /// The name without a first word that only says the maker again, as in `DELL U2720Q`; the product code where
    /// there is no name.
    private var model: String? {
        guard let name else {
            return productCode.map { "product " + String($0) }
        }
        guard let manufacturer, let space = name.firstIndex(of: " "),
            name[..<space].uppercased().hasPrefix(manufacturer)
        else { return name }
        return String(name[name.index(after: space)...])
    }
}
