/// Exit codes of sysexits.h.
public enum ExitStatus {
    public static let badData: Int32 = 65
    public static let noInput: Int32 = 66
    public static let unavailable: Int32 = 69
    public static let software: Int32 = 70
    public static let osError: Int32 = 71
    public static let cannotCreate: Int32 = 73
    public static let ioError: Int32 = 74
    public static let noPermission: Int32 = 77
    public static let configuration: Int32 = 78
}

/// Why a file that is needed cannot be used.
public struct FileProblem: Error {
    /// For people, each about one thing.
    public var lines: [String]
    /// One of ``ExitStatus``.
    public var status: Int32

    public init(lines: [String], status: Int32) {
        self.lines = lines
        self.status = status
    }

    /// What any error says, a line for each problem.
    public static func lines(of error: any Error) -> [String] { (error as? FileProblem)?.lines ?? ["\(error)"] }
}
