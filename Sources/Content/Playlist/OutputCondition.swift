public import DisplayModel

/// Which outputs something is for: every part that is given must fit.
public struct OutputCondition: Hashable, Sendable {
    public var width: [Comparison] = []
    public var height: [Comparison] = []
    public var orientation: Orientation?
    public var connector, monitor, serial: TextPattern?
    public var maker: MakerPattern?

    public enum Orientation: String, Hashable, Sendable, CaseIterable {
        /// Wider than high, or square.
        case landscape
        case portrait
    }

    /// A number and how another one has to compare with it.
    public struct Comparison: Hashable, Sendable {
        public enum Relation: String, Hashable, Sendable, CaseIterable {
            // The longer ones first: a reader takes the first that fits.
            case atMost = "<="
            case atLeast = ">="
            case equal = "=="
            case unequal = "!="
            case less = "<"
            case greater = ">"
        }

        public var relation: Relation
        public var number: Int

        public init(_ relation: Relation, _ number: Int) {
            self.relation = relation
            self.number = number
        }

        /// Reads `<= 1024`; a number alone means equal.
        public init?(text: some StringProtocol) {
            let relation = Relation.allCases.first { text.hasPrefix($0.rawValue) }
            let rest = text.dropFirst(relation?.rawValue.count ?? 0).drop { $0 == " " }
            guard rest.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(rest), (0...100_000).contains(number)
            else { return nil }
            self.init(relation ?? .equal, number)
        }

        public func holds(for value: Int) -> Bool {
            switch relation {
            case .less: value < number
            case .atMost: value <= number
            case .equal: value == number
            case .unequal: value != number
            case .atLeast: value >= number
            case .greater: value > number
            }
        }
    }

    public init() {}

    public func holds(for output: OutputTraits) -> Bool {
        func fits(_ pattern: TextPattern?, _ text: String?) -> Bool {
            pattern.map { pattern in text.map(pattern.matches) ?? false } ?? true
        }
        let shape: Orientation = output.size.height > output.size.width ? .portrait : .landscape
        return width.allSatisfy { $0.holds(for: output.size.width) }
            && height.allSatisfy { $0.holds(for: output.size.height) }
            && (orientation == nil || orientation == shape) && fits(connector, output.connector)
            && fits(monitor, output.monitor) && fits(serial, output.serial)
            && (maker.map { maker in output.maker.map(maker.matches) ?? false } ?? true)
    }
}
