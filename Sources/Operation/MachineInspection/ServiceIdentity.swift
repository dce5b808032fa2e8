import CLinux
public import Dispatch
public import Doctor
import Glibc
import LinuxSystem

extension MachineInspector {
    /// Who the service's files are read as: the user that the running service's status belongs to, else the package's.
    /// Nil where there is neither.
    public var serviceIdentity: MachineFacts.Account? {
        var status = stat()
        // Its owner, not what it says: only the owner's own files can be his.
        guard unsafe lstat(Self.statusPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return serviceAccount
        }
        return account(of: status.st_uid) ?? .init(name: "", user: status.st_uid, groups: [status.st_gid])
    }
}

/// The same as ``answer(within:_:)``, with the rights of another user as far as this program may take them: as root it
/// reads no file for others that the other user could not read.
public func answer<Value: Sendable>(
    within limit: DispatchTimeInterval, as account: MachineFacts.Account?, _ question: @escaping @Sendable () -> Value
) -> Value? {
    guard let account, geteuid() == 0, account.user != 0 else { return answer(within: limit, question) }
    // A thread of its own, which ends with the question: it cannot have its former rights back.
    return answer(within: limit) {
        let thread = OtherUser(account: account, question: question)
        return thread.answer()
    } ?? nil
}

private final class OtherUser<Value: Sendable>: @unchecked Sendable {
    private let account: MachineFacts.Account
    private let question: @Sendable () -> Value
    /// Written by the thread, and read when it has ended.
    private var result: Value?

    init(account: MachineFacts.Account, question: @escaping @Sendable () -> Value) {
        self.account = account
        self.question = question
    }

    func answer() -> Value? {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(AnyJob { [unowned self] in run() })
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<AnyJob>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            return nil
        }
        _ = pthread_join(thread, nil)
        return result
    }

    private func run() {
        let groups = account.groups.sorted()
        let group = groups.first ?? gid_t.max - 1
        guard unsafe clinux_become(account.user, group, groups, groups.count) == 0 else { return }
        result = question()
    }
}

/// A C function pointer carries no generic type.
private final class AnyJob: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
