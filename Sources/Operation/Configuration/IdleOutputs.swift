import DisplayModel
import DisplayPlanning

extension OutputMatch {
    /// Whether it surely fits every screen that another one fits.
    func covers(_ other: OutputMatch) -> Bool {
        func covers(_ pattern: TextPattern?, _ others: TextPattern?) -> Bool {
            guard let pattern else { return true }
            return others.map(pattern.covers) ?? false
        }
        // Every screen has a connector, but not all monitors say what they are.
        return (connector?.fitsAnything == true || covers(connector, other.connector))
            && (manufacturer.map { maker in other.manufacturer.map(maker.covers) ?? false } ?? true)
            && (product == nil || product == other.product)
            && covers(serial, other.serial) && covers(name, other.name)
    }
}

extension TextPattern {
    fileprivate var fitsAnything: Bool { description.allSatisfy { $0 == "*" } }

    /// Whether it surely fits every text that another one fits.
    fileprivate func covers(_ other: TextPattern) -> Bool {
        fitsAnything || description.lowercased() == other.description.lowercased()
            || !other.hasWildcards && matches(other.description)
    }
}
