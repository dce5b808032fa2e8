import Glibc
import LinuxSystem
import Paths

/// Which events of an inode are asked for, and which came: the `IN_…` bits of `inotify(7)`.
struct WatchMask: OptionSet, Hashable {
    let rawValue: UInt32

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ bit: Int32) {
        rawValue = UInt32(bitPattern: bit)
    }

    static let modify = WatchMask(IN_MODIFY)
    static let attributes = WatchMask(IN_ATTRIB)
    static let closeAfterWrite = WatchMask(IN_CLOSE_WRITE)
    static let movedFrom = WatchMask(IN_MOVED_FROM)
    static let movedTo = WatchMask(IN_MOVED_TO)
    static let create = WatchMask(IN_CREATE)
    static let delete = WatchMask(IN_DELETE)
    static let deleteSelf = WatchMask(IN_DELETE_SELF)
    static let moveSelf = WatchMask(IN_MOVE_SELF)

    // Reported without being asked for.
    static let queueOverflow = WatchMask(IN_Q_OVERFLOW)
    static let ignored = WatchMask(IN_IGNORED)

    // How to add.
    static let onlyDirectory = WatchMask(IN_ONLYDIR)
    static let dontFollow = WatchMask(IN_DONT_FOLLOW)
    static let alsoThese = WatchMask(IN_MASK_ADD)

    /// An inode itself went, changed its name or its attributes.
    static let itself: WatchMask = [.attributes, .deleteSelf, .moveSelf]
    /// A name in a folder refers to something else than before.
    static let names: WatchMask = [.create, .delete, .movedFrom, .movedTo]
    static let content: WatchMask = [.modify, .closeAfterWrite]
}

/// One thing that happened to a watched inode, or to a name in a watched folder.
struct WatchEvent {
    /// The watch's number; -1 for an overflow of the queue.
    var watch: Int32
    var mask: WatchMask
    /// Nil for what happened to the inode itself.
    var name: FilePath?
}

/// Where events of inodes come from: the kernel, or in tests one with fewer watches.
protocol WatchSource: AnyObject {
    /// Readable while there are events.
    var rawDescriptor: Int32 { get }
    /// The number of the watch on the inode at the path; an inode that has one keeps it.
    func add(_ path: FilePath, _ mask: WatchMask) throws(SystemError) -> Int32
    func remove(_ watch: Int32)
    /// Gives some of the events that are there, a bounded number.
    func readEvents(_ body: (WatchEvent) -> Void)
}

/// An instance of `inotify(7)`.
final class Inotify: WatchSource {
    private let descriptor: OwnedDescriptor
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init() throws(SystemError) {
        descriptor = OwnedDescriptor(
            adopting: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    }

    var rawDescriptor: Int32 { descriptor.rawValue }

    func add(_ path: FilePath, _ mask: WatchMask) throws(SystemError) -> Int32 {
        try systemCall("inotify_add_watch", path.description) {
            unsafe path.withCString { unsafe inotify_add_watch(descriptor.rawValue, $0, mask.rawValue) }
        }
    }

    func remove(_ watch: Int32) {
        // Fails where the inode is gone, and its watch with it.
        _ = inotify_rm_watch(descriptor.rawValue, watch)
    }

    func readEvents(_ body: (WatchEvent) -> Void) {
        let number = descriptor.rawValue
        let length = unsafe buffer.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
        var start = 0
        while start < length {
            let header = unsafe buffer.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            }
            start += MemoryLayout<inotify_event>.size
            // Padded with zeros.
            let name = buffer[start..<start + Int(header.len)].prefix { $0 != 0 }
            start += Int(header.len)
            body(
                WatchEvent(
                    watch: header.wd, mask: WatchMask(rawValue: header.mask),
                    name: name.isEmpty ? nil : FilePath(bytes: name)))
        }
    }
}
