/// One thing that was looked at, and what came of it.
public struct Finding: Hashable, Sendable {
    public var code: Code
    /// What it is about: a device, a connector, a file, or a word such as `clock`.
    public var subject: String
    public var verdict: Verdict
    /// What was found, without its subject.
    public var sentence: String
    /// Every problem has one.
    public var remedy: Remedy?

    public enum Verdict: String, CaseIterable, Comparable, Sendable {
        /// Something is wrong, and it keeps pictures from a screen, or soon may.
        case problem
        /// Worth knowing.
        case notice
        case good

        public static func < (a: Verdict, b: Verdict) -> Bool {
            (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
        }
    }

    /// For programs. They are described in docs/doctor.md, and never change their meaning.
    public enum Code: String, CaseIterable, Sendable {
        case noDevice = "no-device"
        case noDriver = "no-driver"
        case nomodeset
        case permissionDenied = "permission-denied"
        case deviceUnreadable = "device-unreadable"
        case noAtomicModesetting = "no-atomic-modesetting"
        case firmwareFramebuffer = "firmware-framebuffer"
        case otherMaster = "other-master"
        case deviceWaiting = "device-waiting"
        case device
        case noScreen = "no-screen"
        case dark
        case modesRefused = "modes-refused"
        case unplugged
        case modeUnavailable = "mode-unavailable"
        case showsNothing = "shows-nothing"
        case nothingScheduled = "nothing-scheduled"
        case notWanted = "not-wanted"
        case screen
        case noCRTC = "no-crtc"
        case statusUnknown = "status-unknown"
        case linkBad = "link-bad"
        case noModes = "no-modes"
        case noEDID = "no-edid"
        case edidFaulty = "edid-faulty"
        case sessionAway = "session-away"
        case getty
        case otherGraphics = "other-graphics"
        case noTerminal = "no-terminal"
        case seat
        case serviceMissing = "service-missing"
        case serviceDisabled = "service-disabled"
        case serviceFailing = "service-failing"
        case serviceStopped = "service-stopped"
        case serviceRestarted = "service-restarted"
        case service
        case notRunning = "not-running"
        case playsBuiltIn = "plays-built-in"
        case playsFallback = "plays-fallback"
        case playsLastGood = "plays-last-good"
        case playlistLeftAlone = "playlist-left-alone"
        case picturesSkipped = "pictures-skipped"
        case shadersRefused = "shaders-refused"
        case decoderBroken = "decoder-broken"
        case noPlaylist = "no-playlist"
        case configurationBroken = "configuration-broken"
        case configurationIgnored = "configuration-ignored"
        case configuration
        case noSuchConnector = "no-such-connector"
        case playlistBroken = "playlist-broken"
        case playlist
        case clockWrong = "clock-wrong"
        case clockUnsynchronised = "clock-unsynchronised"
        case clock
        case diskFull = "disk-full"
        case diskNearlyFull = "disk-nearly-full"
        case disk
        case folderReadOnly = "folder-read-only"
        case memoryLow = "memory-low"
        case outOfMemory = "out-of-memory"
        case memory
        case hot
        case warm
        case temperature
        case undervoltage
        case limitedView = "limited-view"
        case unanswered
    }

    static func problem(_ code: Code, _ subject: String, _ sentence: String, remedy: Remedy) -> Finding {
        Finding(code: code, subject: subject, verdict: .problem, sentence: sentence, remedy: remedy)
    }

    static func notice(_ code: Code, _ subject: String, _ sentence: String, remedy: Remedy? = nil) -> Finding {
        Finding(code: code, subject: subject, verdict: .notice, sentence: sentence, remedy: remedy)
    }

    static func good(_ code: Code, _ subject: String, _ sentence: String) -> Finding {
        Finding(code: code, subject: subject, verdict: .good, sentence: sentence)
    }
}
