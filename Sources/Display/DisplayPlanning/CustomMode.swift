public import DisplayModel

extension Mode {
    /// Reads a mode that a person writes down because the monitor does not offer it: `cvt 1366x768@60`,
    /// `cvt-rb 1366x768@60` (reduced blanking), or `modeline` with what the X server's configuration has: the pixel clock
    /// in MHz, four horizontal and four vertical numbers (active, start and end of the sync pulse, total) and flags.
    /// Nil for anything else, and for timings that cannot be.
    public init?(custom text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch words.first {
        case "cvt" where words.count == 2: self.init(cvt: words[1], .standard)
        case "cvt-rb" where words.count == 2: self.init(cvt: words[1], .reduced)
        case "modeline": self.init(modeline: words.dropFirst())
        default: return nil
        }
    }

    private init?(cvt text: String, _ blanking: CoordinatedTiming.Blanking) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let size = Size(parts[0]), let hertz = parts.count == 2 ? Double(parts[1]) : 60,
            (64...16384).contains(size.width), (1...16384).contains(size.height), (10...500).contains(hertz)
        else { return nil }
        // Of monitors that are not of a multiple of 8 pixels, the ones of 1366 take 1368: as the program `cvt` does it.
        let whole = Size(width: (size.width + 7) / 8 * 8, height: size.height)
        guard let mode = CoordinatedTiming.mode(whole, hertz: hertz, blanking, type: .userDefined) else { return nil }
        self = mode
    }

    private init?(modeline words: ArraySlice<String>) {
        // A name in quotation marks may come first.
        let words = Array(words.first?.hasPrefix("\"") == true ? words.dropFirst() : words)
        guard words.count >= 9, let megahertz = Double(words[0]), megahertz.isFinite, (1...4000).contains(megahertz)
        else { return nil }
        let numbers = words[1...8].compactMap { UInt16($0) }
        guard numbers.count == 8 else { return nil }
        let (h, v) = (Array(numbers[..<4]), Array(numbers[4...]))
        for axis in [h, v] {
            guard axis[0] > 0, axis[0] <= axis[1], axis[1] < axis[2], axis[2] <= axis[3] else { return nil }
        }
        var flags: Flags = []
        for word in words[9...] {
            switch word.lowercased() {
            case "+hsync": flags.insert(.positiveHSync)
            case "-hsync": flags.insert(.negativeHSync)
            case "+vsync": flags.insert(.positiveVSync)
            case "-vsync": flags.insert(.negativeVSync)
            case "interlace": flags.insert(.interlaced)
            case "doublescan": flags.insert(.doubleScan)
            default: return nil
            }
        }
        self.init(
            clock: UInt32((megahertz * 1000).rounded()), horizontal: (h[0], h[1], h[2], h[3]),
            vertical: (v[0], v[1], v[2], v[3]), vrefresh: 0, flags: flags, type: .userDefined, name: "\(h[0])x\(v[0])")
        // A clock in another unit is seen by the rate that it gives.
        guard (1...1000).contains(refresh.hertz) else { return nil }
        vrefresh = UInt32(refresh.hertz.rounded())
    }
}
