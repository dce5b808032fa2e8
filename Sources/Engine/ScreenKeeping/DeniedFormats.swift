import DisplayModel

/// What drivers list for their planes and show wrongly. A test commit does not tell.
enum DeniedFormats {
    /// - Parameter format: with the modifier that a buffer has; without any, the driver's own choice.
    static func contains(_ format: FormatSupport, driver: String) -> Bool {
        // On a Raspberry Pi 4 the picture is green (raspberrypi/linux #5727); in SAND columns it is right.
        driver == "vc4" && format.format == .nv12 && format.modifiers.allSatisfy { $0 == .linear }
    }
}
