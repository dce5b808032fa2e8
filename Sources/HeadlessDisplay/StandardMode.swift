public import DisplayModel

extension Mode {
    /// The mode of a size and rate by the arithmetic of VESA's Coordinated Video Timings with reduced blanking
    /// (CVT 1.1, section 3.4), as a monitor for that size would offer it: 160 pixels of horizontal blanking, at least
    /// 460 microseconds of vertical blanking, a pixel clock in steps of 250 kHz.
    ///
    /// Nil where the result does not fit what a mode can hold.
    public static func standard(_ size: Size, hertz: Double, type: Kind = [.driver]) -> Mode? {
        guard !size.isEmpty, hertz >= 1, hertz <= 1000, size.width <= 32767 - 160, size.height <= 32767 else {
            return nil
        }
        let minimumBlank = 460e-6
        let (frontPorch, backPorch) = (3, 6)
        let sync = verticalSync(size)
        let height = Double(size.height)
        // The time of one line, were the blanking as short as may be; then whole lines for it.
        let line = (1 / hertz - minimumBlank) / height
        guard line > 0 else { return nil }
        let blank = max(Int(minimumBlank / line) + 1, frontPorch + sync + backPorch)
        let (htotal, vtotal) = (size.width + 160, size.height + blank)
        let steps = (hertz * Double(htotal * vtotal) / 250_000).rounded(.down)
        guard steps >= 1, vtotal <= 65535 else { return nil }
        let clock = UInt32(steps) * 250

        let (width, top) = (UInt16(size.width), UInt16(size.height))
        let vsyncStart = top + UInt16(frontPorch)
        var mode = Mode(
            clock: clock,
            horizontal: (width, width + 48, width + 80, UInt16(htotal)),
            vertical: (top, vsyncStart, vsyncStart + UInt16(sync), UInt16(vtotal)),
            vrefresh: 0, flags: [.positiveHSync, .negativeVSync], type: type, name: "\(size)")
        mode.vrefresh = UInt32(mode.refresh.hertz.rounded())
        return mode
    }

    /// CVT tells a picture's shape by the width of its vertical sync pulse, in lines.
    private static func verticalSync(_ size: Size) -> Int {
        let shapes = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
        return shapes.first { size.width * $0.1 == size.height * $0.0 }?.2 ?? 10
    }
}
