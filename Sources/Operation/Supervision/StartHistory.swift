/// The starts of the program that have failed so far, and what follows for the next one: it waits longer each time, and
/// after a few failures it does not play the playlist for a while, since the playlist may be the cause.
///
/// It is kept in a file that the supervisor empties with a reboot: one line for each start.
public struct StartHistory: Hashable, Sendable {
    /// In seconds since the machine was started, suspension included.
    public private(set) var starts: [Int]

    /// How long a start is remembered, in seconds.
    static let memory = 600
    /// After this many failed starts the playlist is suspect.
    static let patience = 3
    private static let most = 32

    /// - Parameter text: as ``text`` was. Lines of another form are ignored: a damaged file is no reason to stay dark.
    public init(_ text: String = "") {
        starts = Array(text.split(separator: "\n").compactMap { Int($0) }.suffix(Self.most))
    }

    public var text: String { starts.map { "\($0)\n" }.joined() }

    /// The program is started.
    /// - Returns: what follows from the starts before it.
    public mutating func begin(at now: Int) -> Advice {
        starts.removeAll { $0 > now || now - $0 > Self.memory }
        let failures = starts.count
        starts = (starts + [now]).suffix(Self.most)
        // The first failure is retried at once: most causes end with the process.
        let wait = failures < 2 ? 0 : min(1 << (failures - 2), 60)
        return Advice(failures: failures, wait: .seconds(wait), suspectsPlaylist: failures >= Self.patience)
    }

    /// The program has worked for a while, or ends as it was asked to.
    public mutating func succeeded() { starts = [] }

    public struct Advice: Hashable, Sendable {
        /// How many starts in a row have failed.
        public var failures: Int
        /// How long to wait before anything is tried.
        public var wait: Duration
        /// Whether to start without the playlist.
        public var suspectsPlaylist: Bool
    }
}
