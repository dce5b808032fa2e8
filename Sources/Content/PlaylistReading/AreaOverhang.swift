import Playlist

extension Area {
    /// How far it surely reaches beyond the edges of what it is a part of, whatever the size of that: `10% beyond the right
    /// edge`. Nil where it does not, and where only some sizes would tell.
    var overhang: String? {
        let beyond = [
            ("left", Length.zero - x), ("upper", Length.zero - y), ("right", x + width - Length(share: 1)),
            ("lower", y + height - Length(share: 1)),
        ].compactMap { edge, length in length.text.map { "\($0) beyond the \(edge) edge" } }
        return beyond.isEmpty ? nil : beyond.joined(separator: " and ")
    }
}

extension Length {
    /// Thirds and other parts are rounded by those who write them. So little is less than a pixel of most screens.
    private static let leastShare = 0.0005

    /// As it is written, of a length that is more than nothing on screens of any size.
    fileprivate var text: String? {
        let hasShare = share > Self.leastShare
        guard hasShare && pixels >= 0 || pixels > 0 && share > -Self.leastShare else { return nil }
        let terms = [hasShare ? "\(Self.text(share * 100))%" : nil, pixels > 0 ? "\(Self.text(pixels))px" : nil]
        return terms.compactMap(\.self).joined(separator: "+")
    }

    private static func text(_ number: Double) -> String {
        let rounded = (number * 10).rounded() / 10
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    fileprivate static func + (a: Length, b: Length) -> Length {
        Length(share: a.share + b.share, pixels: a.pixels + b.pixels)
    }

    fileprivate static func - (a: Length, b: Length) -> Length {
        Length(share: a.share - b.share, pixels: a.pixels - b.pixels)
    }
}
