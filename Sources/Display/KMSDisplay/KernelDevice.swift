public import DisplayModel
public import LinuxSystem
import Timing

/// A display device of the kernel, with or without atomic modesetting.
public protocol KernelDevice: DisplayDevice {
    /// Called with each commit as one line, with its outcome, for debugging. Lines are only composed while it is set.
    var onTrace: ((String) -> Void)? { get set }
    /// The number of this device's buffers and property blobs in the kernel, for finding leaks.
    var liveObjects: (buffers: Int, blobs: Int) { get }
}

extension KMSDevice: KernelDevice {}

/// Opens devices, each as what its driver can do.
public struct KernelDeviceOpener: Sendable {
    /// Whether drivers are used as if they had no atomic modesetting.
    public var hidesAtomic: Bool

    public init(hidesAtomic: Bool = false) {
        self.hidesAtomic = hidesAtomic
    }

    /// Opens a card to drive it, through a seat, which may make it DRM master already.
    /// - Throws: an error whose recovery is `waitForSession` where it may not be opened or another program is DRM master.
    public func open(
        _ path: String, by open: (String) throws(SystemError) -> OwnedDescriptor
    ) throws(DisplayError) -> any KernelDevice {
        let card = try Card(opening: path, by: open)
        return isAtomic(card) ? try KMSDevice(card) : try LegacyDevice(card)
    }

    /// Takes over the open card of the previous process, whose last picture is still on the screens. It stays there until
    /// another one replaces it.
    /// - Throws: where that file is no longer DRM master.
    public func take(
        _ descriptor: consuming OwnedDescriptor, path: String
    ) throws(DisplayError) -> any KernelDevice {
        let card = try Card(adopting: descriptor, path: path)
        if isAtomic(card) { return try KMSDevice(continuing: card) }
        guard card.isMaster, card.isPresent else {
            throw .notMaster(path, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
        }
        let leftovers = Leftovers(of: card)
        return try LegacyDevice(card, after: UInt64(EventLoop.now.nanoseconds), leftovers: leftovers)
    }

    private func isAtomic(_ card: Card) -> Bool { !hidesAtomic && card.isAtomic }
}
