/// The signals that announce switches to sessions.
///
/// A program blocks them before it makes its first thread (`SignalSource.block`): one that reaches another thread than
/// the loop's would end it.
public var seatSignals: [Int32] {
    let (release, acquire) = TerminalSession.switchSignals
    return [release, acquire]
}
