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
            let mode = CoordinatedTiming.mode(size, hertz: hertz, blanking)
        else { return nil }
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

/// VESA's Coordinated Video Timings, standard 1.2: the timings that a monitor of a size would have, computed, and rounded
/// where the program `cvt` and the kernel's `drm_cvt_mode` round.
public enum CoordinatedTiming {
    public enum Blanking: Hashable, Sendable {
        /// As long as a picture tube needs (section 5.3).
        case standard
        /// For flat panels (section 5.4, version 1): a lower pixel clock for the same picture.
        case reduced
    }

    /// The progressive mode of a size and a rate, without margins. The width is rounded up to a multiple of 8, as by the
    /// program `cvt`.
    /// Nil where the result does not fit what a mode can hold.
    public static func mode(_ size: Size, hertz: Double, _ blanking: Blanking) -> Mode? {
        let width = (size.width + 7) / 8 * 8
        guard width >= 64, (1...16384).contains(size.height), width <= 16384, hertz.isFinite, (10...500).contains(hertz)
        else { return nil }
        let whole = Size(width: width, height: size.height)
        let sync = verticalSync(whole)
        guard
            let timing = blanking == .standard
                ? standard(whole, hertz, sync) : reduced(whole, hertz, sync),
            timing.horizontal.3 <= 0xFFFF, timing.vertical.3 <= 0xFFFF
        else { return nil }
        let flags: Mode.Flags =
            blanking == .standard ? [.negativeHSync, .positiveVSync] : [.positiveHSync, .negativeVSync]
        var mode = Mode(
            clock: timing.clock,
            horizontal: (
                UInt16(timing.horizontal.0), UInt16(timing.horizontal.1), UInt16(timing.horizontal.2),
                UInt16(timing.horizontal.3)
            ),
            vertical: (
                UInt16(timing.vertical.0), UInt16(timing.vertical.1), UInt16(timing.vertical.2),
                UInt16(timing.vertical.3)
            ),
            vrefresh: 0, flags: flags, type: .userDefined, name: "\(whole)")
        mode.vrefresh = UInt32(mode.refresh.hertz.rounded())
        return mode
    }

    private typealias Axis = (Int, Int, Int, Int)
    private typealias Timing = (clock: UInt32, horizontal: Axis, vertical: Axis)

    /// Clocks are multiples of 0.25 MHz.
    private static let clockStep = 0.25

    private static func standard(_ size: Size, _ hertz: Double, _ sync: Int) -> Timing? {
        let (frontPorch, leastBackPorch, leastSyncAndBackPorch) = (3, 3, 550.0)
        // The period of a line in microseconds, as if the vertical blanking were the shortest.
        let period = (1_000_000 / hertz - leastSyncAndBackPorch) / Double(size.height + frontPorch)
        guard period > 0 else { return nil }
        let syncAndBackPorch = max(Int(leastSyncAndBackPorch / period) + 1, sync + leastBackPorch)
        let vtotal = size.height + syncAndBackPorch + frontPorch
        // The share of a line that is blank, by the generalised timing formula with its default parameters.
        let duty = max(20, 30 - 300 * period / 1000)
        let blank = Int((Double(size.width) * duty / (100 - duty) / 16).rounded(.down)) * 16
        let htotal = size.width + blank
        let clock = (Double(htotal) / period / clockStep).rounded(.down) * clockStep
        let hsyncEnd = size.width + blank / 2
        // The pulse is 8 % of a line and begins at the next multiple of 8 after that, as the kernel's `drm_cvt_mode` has it.
        let earliest = hsyncEnd - htotal * 8 / 100
        return (
            UInt32((clock * 1000).rounded()), (size.width, earliest + 8 - earliest % 8, hsyncEnd, htotal),
            (size.height, size.height + frontPorch, size.height + frontPorch + sync, vtotal)
        )
    }

    private static func reduced(_ size: Size, _ hertz: Double, _ sync: Int) -> Timing? {
        let (frontPorch, leastBackPorch, leastBlank) = (3, 6, 460.0)
        let period = (1_000_000 / hertz - leastBlank) / Double(size.height)
        guard period > 0 else { return nil }
        let blank = max(Int(leastBlank / period) + 1, frontPorch + sync + leastBackPorch)
        let (htotal, vtotal) = (size.width + 160, size.height + blank)
        let clock = (Double(htotal) / period / clockStep).rounded(.down) * clockStep
        return (
            UInt32((clock * 1000).rounded()), (size.width, size.width + 48, size.width + 80, htotal),
            (size.height, size.height + frontPorch, size.height + frontPorch + sync, vtotal)
        )
    }

    /// A picture's shape is told by the width of its vertical sync pulse, in lines (table 3-2).
    private static func verticalSync(_ size: Size) -> Int {
        let shapes = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
        return shapes.first { size.height % $0.1 == 0 && size.height / $0.1 * $0.0 == size.width }?.2 ?? 10
    }
}
