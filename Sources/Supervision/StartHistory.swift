/// The starts of the program that have come to nothing yet, and what follows for the next one: to wait longer each time,
/// and, after a few, to leave the playlist alone for a while, since it may be what ends them.
///
/// A supervisor's file that lives as long as the machine is up remembers it: one line for each start.
public struct StartHistory: Hashable, Sendable {
    /// In seconds since the machine was started, suspension included.
    public private(set) var starts: [Int]

    /// For so long a start is remembered, in seconds.
    static let memory = 600
    /// So many starts that came to nothing are reason to doubt the playlist.
    static let patience = 3
    private static let most = 32

    /// - Parameter text: as ``text`` was. What is not of that form is passed over: a file that was damaged is no reason
    ///   to stay dark.
    public init(_ text: String = "") {
        starts = Array(text.split(separator: "\n").compactMap { Int($0) }.suffix(Self.most))
    }

    public var text: String { starts.map { "\($0)\n" }.joined() }

    /// The program is started.
    /// - Returns: what the starts before it say.
    public mutating func begin(at now: Int) -> Advice {
        starts.removeAll { $0 > now || now - $0 > Self.memory }
        let failures = starts.count
        starts = (starts + [now]).suffix(Self.most)
        // The first is repeated at once: most causes are gone with the process.
        let wait = failures < 2 ? 0 : min(1 << (failures - 2), 60)
        return Advice(failures: failures, wait: .seconds(wait), isPlaylistDoubtful: failures >= Self.patience)
    }

    /// The program has done its work for a while, or is asked to end: nothing speaks against it.
    public mutating func proved() { starts = [] }

    public struct Advice: Hashable, Sendable {
        /// How many starts in a row have come to nothing.
        public var failures: Int
        /// How long to wait before anything is tried.
        public var wait: Duration
        /// Whether to begin without the playlist.
        public var isPlaylistDoubtful: Bool
    }
}
