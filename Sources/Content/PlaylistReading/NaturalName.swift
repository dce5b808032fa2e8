import Paths

/// A name that compares as people order names: `2.png` before `10.png`, capitals beside small letters.
///
/// Names that differ in nothing else are ordered by their bytes, so the order is the same on every machine, whatever
/// its locale. The comparison walks bytes of a folded copy made once: folders may hold a hundred thousand names.
struct NaturalName: Comparable {
    let name: FilePath
    private let folded: [UInt8]

    init(_ name: FilePath) {
        self.name = name
        folded = Array(name.description.lowercased().utf8)
    }

    static func == (a: Self, b: Self) -> Bool { a.name == b.name }

    static func < (a: Self, b: Self) -> Bool {
        var (left, right) = (a.folded[...], b.folded[...])
        while let l = left.first, let r = right.first {
            if isDigit(l) && isDigit(r) {
                let (ln, rn) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
                // Numbers of any length: without leading zeros, the longer is the larger.
                let (lv, rv) = (ln.drop { $0 == zero }, rn.drop { $0 == zero })
                if lv.count != rv.count { return lv.count < rv.count }
                if !lv.elementsEqual(rv) { return lv.lexicographicallyPrecedes(rv) }
                left = left.dropFirst(ln.count)
                right = right.dropFirst(rn.count)
            } else {
                if l != r { return l < r }
                left = left.dropFirst()
                right = right.dropFirst()
            }
        }
        if left.isEmpty != right.isEmpty { return left.isEmpty }
        return a.name < b.name
    }

    private static let zero = UInt8(ascii: "0")
    private static func isDigit(_ byte: UInt8) -> Bool { (zero...UInt8(ascii: "9")).contains(byte) }
}
