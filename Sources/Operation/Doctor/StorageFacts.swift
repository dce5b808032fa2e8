extension MachineFacts {
    /// A file system, and the disk that it is on.
    public struct FileSystem: Hashable, Sendable {
        /// What is kept there: a folder or a file.
        public var path: String
        /// `/dev/sda1`, `tmpfs`. Nil where it is not known.
        public var device: String?
        /// `ext4`, `tmpfs`
        public var kind: String?
        public var mountPoint: String?
        public var size: UInt64
        public var available: UInt64
        /// Files that can still be made. Nil where there is no limit.
        public var availableFiles: UInt64?
        public var isReadOnly: Bool

        public init(path: String, size: UInt64, available: UInt64, availableFiles: UInt64?, isReadOnly: Bool) {
            self.path = path
            self.size = size
            self.available = available
            self.availableFiles = availableFiles
            self.isReadOnly = isReadOnly
        }

        /// The disk's, else where it is mounted.
        var name: String {
            if let device, device.hasPrefix("/dev/") { return device }
            return mountPoint ?? path
        }

        var isInMemory: Bool { ["tmpfs", "ramfs", "devtmpfs"].contains(kind) }
    }

    /// A folder that the service writes into.
    public struct StateFolder: Hashable, Sendable {
        public var path: String
        /// Of its file system.
        public var mountPoint: String
        public var condition: Condition

        public enum Condition: String, Sendable {
            case writable
            case readOnly = "read-only"
            /// The service's user has no permission to write into it.
            case foreign
            case missing
        }

        public init(path: String, mountPoint: String, condition: Condition) {
            self.path = path
            self.mountPoint = mountPoint
            self.condition = condition
        }
    }
}
