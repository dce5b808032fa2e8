public import LinuxSystem

/// The number of a request, unique within its client.
public struct DecodingID: Hashable, Sendable {
    public let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// What became of a request.
public struct DecodingOutcome {
    public let id: DecodingID
    public let result: Result<DecodedPicture, DecodingFailure>
    /// What the file was like when it was opened, or could not be. Nil where it was not looked at, or nothing is there.
    public let file: FileRevision?
    /// What of the picture is not as it was asked for: the end of a sentence that begins with its name. Empty where all is.
    public var remark = ""

    package init(id: DecodingID, result: Result<DecodedPicture, DecodingFailure>, file: FileRevision?) {
        (self.id, self.result, self.file) = (id, result, file)
    }
}
