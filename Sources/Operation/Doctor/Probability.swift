// What is to be looked at first.

extension Finding.Code {
    /// The likelier a code is what the others follow from, the smaller. A player that does not run, for example, is why
    /// its screens are dark; a full disk may be why it does not run.
    var distanceFromCause: Int { Self.causes.firstIndex(of: self) ?? Self.causes.count }

    private static let causes: [Finding.Code] = [
        // What takes the hardware away from everybody.
        .nomodeset, .noDriver, .noDevice, .deviceUnreadable, .noAtomicModesetting, .unanswered,
        // What keeps the device from the player.
        .permissionDenied, .sessionAway, .otherMaster, .otherGraphics, .getty, .deviceWaiting,
        // What nothing works without.
        .diskFull, .folderReadOnly, .decoderBroken, .outOfMemory, .memoryLow, .undervoltage, .hot,
        // What it is told to do.
        .configurationBroken, .configurationIgnored, .noPlaylist, .playlistBroken, .playlistLeftAlone,
        // Whether it runs.
        .serviceDisabled, .serviceFailing, .serviceStopped, .serviceRestarted, .notRunning,
        // What is plugged in.
        .unplugged, .noSuchConnector, .noScreen, .linkBad, .noEDID, .noModes, .noCRTC, .modeUnavailable,
        .modesRefused, .dark, .showsNothing,
        // What shows.
        .clockWrong, .picturesSkipped, .shadersRefused, .nothingScheduled, .playsFallback, .playsLastGood,
        .playsBuiltIn,
    ]
}
