import DisplayModel
import HeadlessDisplay
import Testing
import Timing

/// A device on a clock that the test moves, with the operations that all tests need.
final class Bench {
    let device: HeadlessDevice
    /// Whether buffers live as long as the bench. An optimised build ends a local variable's life at its last use.
    var isHoldingBuffers = true
    private var held: [any ScanoutBuffer] = []
    static let start = MonotonicTime(nanoseconds: 5_000_000_000)

    init(_ outputs: String = "1280x720@60", crtcCount: Int? = nil, overlayCount: Int = 0) throws {
        device = try HeadlessDevice(
            HeadlessMonitor.list(outputs).map { HeadlessConnector($0) }, crtcCount: crtcCount,
            overlayCount: overlayCount, clock: .manual(start: Self.start))
    }

    init(connectors: [HeadlessConnector], crtcCount: Int? = nil) throws {
        device = try HeadlessDevice(connectors, crtcCount: crtcCount, clock: .manual(start: Self.start))
    }

    func connector(_ n: Int) throws -> ConnectorSnapshot {
        try device.snapshot(.known).connectors[n]
    }

    func mode(_ n: Int = 0) throws -> Mode {
        try #require(try connector(n).preferredMode)
    }

    func buffer(_ size: Size) throws -> any ScanoutBuffer {
        let buffer = try device.makeBuffer(size: size, format: .xrgb8888, modifiers: [])
        if isHoldingBuffers { held.append(buffer) }
        return buffer
    }

    /// The nth connector on the nth CRTC, in its preferred mode.
    func lit(_ buffer: any ScanoutBuffer, _ n: Int = 0, crtc: Int? = nil, mode: Mode? = nil) throws
        -> DisplayUpdate.Enabled
    {
        let snapshot = try device.snapshot(.known)
        return DisplayUpdate.Enabled(
            route: Route(
                connector: snapshot.connectors[n].id, crtc: snapshot.crtcs[crtc ?? n].id,
                plane: snapshot.planes[crtc ?? n].id),
            mode: try mode ?? self.mode(n), framebuffer: buffer.framebuffer)
    }

    func commit(_ kind: CommitKind, _ lit: DisplayUpdate.Enabled...) throws {
        try device.commit(DisplayUpdate(enabled: lit), kind)
    }

    /// Lights the nth connector and reads the event of it.
    func light(_ n: Int = 0) throws -> any ScanoutBuffer {
        let buffer = try buffer(mode(n).size)
        try commit(.modeset, lit(buffer, n))
        _ = try device.readEvents()
        return buffer
    }

    func advance(by length: Duration) { device.advance(to: device.now + length) }

    /// The `errno` value that something fails with. Nil where it does not.
    func code(_ body: () throws -> Void) throws -> Int32? {
        do {
            try body()
            return nil
        } catch let error as DisplayError {
            return error.code
        }
    }
}

extension DisplayEvent {
    var time: MonotonicTime {
        switch self {
        case .pageFlip(_, _, let time): time
        }
    }

    var sequence: UInt32 {
        switch self {
        case .pageFlip(_, let sequence, _): sequence
        }
    }
}
