/// VESA's Coordinated Video Timings, standard 1.2: the timings that a monitor of a size would have, computed.
public enum CoordinatedTiming {
    public enum Blanking: Hashable, Sendable {
        /// As long as a picture tube needs (section 5.3).
        case standard
        /// For flat panels (section 5.4, version 1): a lower pixel clock for the same picture.
        case reduced
    }

    /// The progressive mode of a size and a rate, without margins. Nil where the result does not fit what a mode can hold.
    public static func mode(_ size: Size, hertz: Double, _ blanking: Blanking, type: Mode.Kind) -> Mode? {
        guard !size.isEmpty, size.width <= 32767, size.height <= 32767, (1...1000).contains(hertz) else { return nil }
        let sync = verticalSync(size)
        guard
            let timing = blanking == .standard ? standard(size, hertz, sync) : reduced(size, hertz, sync),
            timing.clock > 0, timing.horizontal.3 <= 0xFFFF, timing.vertical.3 <= 0xFFFF
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
            vrefresh: 0, flags: flags, type: type, name: "\(size)")
        mode.vrefresh = UInt32(mode.refresh.hertz.rounded())
        return mode
    }

    private typealias Axis = (Int, Int, Int, Int)
    private typealias Timing = (clock: UInt32, horizontal: Axis, vertical: Axis)

    /// Clocks are multiples of 0.25 MHz, in kHz.
    private static let clockStep: UInt32 = 250

    /// - Parameter clock: in kHz.
    private static func wholeSteps(_ clock: Double) -> UInt32? {
        UInt32(exactly: (clock / Double(clockStep)).rounded(.down)).map { $0 * clockStep }
    }

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
        // From the length of a line before the vertical blanking was rounded up to whole lines.
        guard let clock = wholeSteps(Double(htotal) / period * 1000) else { return nil }
        let hsyncEnd = size.width + blank / 2
        // The pulse is 8 % of a line and begins at the next multiple of 8 after that, as the kernel's `drm_cvt_mode` and
        // the program `cvt` have it.
        let earliest = hsyncEnd - htotal * 8 / 100
        return (
            clock, (size.width, earliest + 8 - earliest % 8, hsyncEnd, htotal),
            (size.height, size.height + frontPorch, size.height + frontPorch + sync, vtotal)
        )
    }

    private static func reduced(_ size: Size, _ hertz: Double, _ sync: Int) -> Timing? {
        let (frontPorch, leastBackPorch, leastBlank) = (3, 6, 460.0)
        let period = (1_000_000 / hertz - leastBlank) / Double(size.height)
        guard period > 0 else { return nil }
        let blank = max(Int(leastBlank / period) + 1, frontPorch + sync + leastBackPorch)
        let (htotal, vtotal) = (size.width + 160, size.height + blank)
        // From the whole picture, as the standard has it and `edid-decode`; the program `cvt -r` and the kernel's
        // `drm_cvt_mode` take the length of a line here too, which may come out a step lower.
        guard let clock = wholeSteps(hertz * Double(htotal * vtotal) / 1000) else { return nil }
        return (
            clock, (size.width, size.width + 48, size.width + 80, htotal),
            (size.height, size.height + frontPorch, size.height + frontPorch + sync, vtotal)
        )
    }

    /// A picture's shape is told by the width of its vertical sync pulse, in lines (table 3-2).
    private static func verticalSync(_ size: Size) -> Int {
        let shapes = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
        return shapes.first { size.height % $0.1 == 0 && size.height / $0.1 * $0.0 == size.width }?.2 ?? 10
    }
}
