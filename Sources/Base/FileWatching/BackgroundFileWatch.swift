import Dispatch
public import LinuxSystem
public import Paths

/// A ``FileWatch`` with a thread of its own, for whoever may not wait: looking at a path on a disk or share that is gone
/// takes as long as the kernel likes.
///
/// It belongs to the thread of the loop that it is made with, which hears of everything. Released, it reports nothing
/// more; its thread ends as soon as the kernel lets it.
public final class BackgroundFileWatch {
    private enum Order: Sendable {
        case follow(Set<FilePath>, folders: Set<FilePath>)
        case end
    }

    private enum Report: Sendable {
        case armed(Set<FilePath>)
        case changed(Set<FilePath>)
        case looking(Bool)
        case trouble(String)
    }

    /// What is called on the loop's thread.
    public struct Handlers {
        /// Paths that are followed from now on. Whatever was read of them before may have changed since.
        let onArmed: (Set<FilePath>) -> Void
        /// Paths that changed, as they were given to ``BackgroundFileWatch/follow(_:folders:)``.
        let onChange: (Set<FilePath>) -> Void
        /// Paths are looked at now: true; or that is over. Where it never is, they are on a disk or share that does not
        /// answer.
        let onLooking: (Bool) -> Void
        /// A sentence for people, once for each kind of trouble.
        let onTrouble: (String) -> Void

        public init(
            onArmed: @escaping (Set<FilePath>) -> Void, onChange: @escaping (Set<FilePath>) -> Void,
            onLooking: @escaping (Bool) -> Void = { _ in }, onTrouble: @escaping (String) -> Void
        ) {
            self.onArmed = onArmed
            self.onChange = onChange
            self.onLooking = onLooking
            self.onTrouble = onTrouble
        }
    }

    private let orders: Mailbox<Order>
    private let reports: Mailbox<Report>
    private var reportWatch: EventLoop.Watch?

    public init(
        on loop: EventLoop, _ handlers: Handlers
    ) throws(SystemError) {
        orders = try Mailbox()
        reports = try Mailbox()
        reportWatch = try loop.watch(reports.rawDescriptor) { [reports, weak self] in
            for report in reports.take() {
                // A handler may have let go of it.
                guard self != nil else { return }
                switch report {
                case .armed(let paths): handlers.onArmed(paths)
                case .changed(let paths): handlers.onChange(paths)
                case .looking(let begins): handlers.onLooking(begins)
                case .trouble(let text): handlers.onTrouble(text)
                }
            }
        }
        DispatchQueue(label: "file watch").async { [orders, reports] in
            do throws(SystemError) { try Self.run(orders, reports) } catch {
                reports.post(.trouble("changes are not followed: \(error)"))
            }
        }
    }

    deinit {
        reportWatch?.cancel()
        orders.post(.end)
    }

    /// Follows exactly these paths from now on, as ``FileWatch/follow(_:folders:)`` does. Those that were not followed
    /// before are reported as soon as they are.
    public func follow(_ files: Set<FilePath>, folders: Set<FilePath>) {
        orders.post(.follow(files, folders: folders))
    }

    /// The thread.
    private static func run(_ orders: Mailbox<Order>, _ reports: Mailbox<Report>) throws(SystemError) {
        let loop = try EventLoop()
        let watch = try FileWatch(
            on: loop, onChange: { reports.post(.changed($0)) }, onLooking: { reports.post(.looking($0)) },
            onTrouble: { reports.post(.trouble($0)) })
        var followed: Set<FilePath> = []
        let orderWatch = try loop.watch(orders.rawDescriptor) {
            for order in orders.take() {
                switch order {
                case .end: loop.stop()
                case .follow(let files, let folders):
                    watch.follow(files, folders: folders)
                    let all = files.union(folders)
                    let new = all.subtracting(followed)
                    followed = all
                    if !new.isEmpty { reports.post(.armed(new)) }
                }
            }
        }
        try loop.run()
        orderWatch.cancel()
    }
}
