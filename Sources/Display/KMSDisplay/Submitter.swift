import CDRM
import DisplayModel
import LinuxSystem
import Synchronization

/// Submits commits to the kernel, on any thread.
struct Submitter: Sendable {
    let card: Card
    let reader: ResourceReader

    /// - Parameters:
    ///   - serial: comes back in the commit's events.
    ///   - trace: gets a line with the commit and its outcome, unless it is nil.
    func submit(
        _ assignments: [AtomicAssignment], _ update: DisplayUpdate, _ kind: CommitKind, flags: Int32, serial: UInt64,
        trace: inout [String]?
    ) throws(DisplayError) {
        guard !assignments.isEmpty else { return }
        do {
            let request = try AtomicRequest()
            for assignment in assignments {
                guard let property = reader.propertyID(assignment.property, of: assignment.object) else {
                    throw DisplayError.refused(
                        kind, name(of: assignment.object), "it has no property \(assignment.property.rawValue)")
                }
                try request.set(property, of: assignment.object.rawValue, to: assignment.value)
            }
            try request.commit(to: card, flags: flags, serial: serial)
            if trace != nil { trace?.append("\(kind.operation): \(describe(assignments)): done") }
        } catch let error as SystemError {
            if trace != nil { trace?.append("\(kind.operation): \(describe(assignments)): \(error.reason)") }
            let cause = card.isPresent ? error : SystemError(error.operation, code: DisplayError.Code.noDevice)
            throw DisplayError.committing(kind, name(of: update), cause)
        } catch let error as DisplayError {
            throw error
        } catch {
            throw DisplayError.refused(kind, name(of: update), "\(error)")
        }
    }

    // MARK: Names

    /// The connectors that an update is about; the device where it names none.
    func name(of update: DisplayUpdate) -> String {
        let connectors = update.enabled.map(\.connector) + update.disabled.flatMap(\.connectors)
        return connectors.isEmpty ? card.path : connectors.map { reader.name(of: $0) }.joined(separator: ", ")
    }

    func name(of object: DisplayUpdate.Contradiction.Object) -> String {
        switch object {
        case .connector(let id): name(of: KMSObject.connector(id))
        case .crtc(let id): name(of: KMSObject.crtc(id))
        case .plane(let id): name(of: KMSObject.plane(id))
        }
    }

    func name(of object: KMSObject) -> String {
        switch object {
        case .connector(let id): reader.name(of: id)
        case .crtc(let id): "crtc-\(id)"
        case .plane(let id): "plane-\(id)"
        }
    }

    /// `HDMI-A-1 CRTC_ID=36; crtc-36 MODE_ID=58 ACTIVE=1; …`
    private func describe(_ assignments: [AtomicAssignment]) -> String {
        var text = ""
        var last: KMSObject?
        for assignment in assignments {
            if assignment.object != last { text += "\(last == nil ? "" : "; ")\(name(of: assignment.object))" }
            last = assignment.object
            text += " \(assignment.property.rawValue)=\(Int64(bitPattern: assignment.value))"
        }
        return text
    }
}

/// A modeset on its way to the kernel, and what came of it.
final class ModesetWork: Sendable {
    struct Outcome {
        /// What is committed now. Nil where nothing new is.
        var state: KernelState?
        /// The CRTCs that are off now.
        var disabled: Set<CRTCID> = []
        /// A line for each commit.
        var trace: [String] = []
    }

    private let update: DisplayUpdate
    private let submitter: Submitter
    private let blobs: [CRTCID: UInt32]
    private let serial: UInt64
    private let isTraced: Bool
    private let result = Mutex(Outcome())

    /// - Parameters:
    ///   - blobs: of the modes. The caller keeps them until it is over.
    ///   - serial: comes back in the events.
    init(
        _ update: DisplayUpdate, _ submitter: Submitter, blobs: [CRTCID: UInt32], serial: UInt64, isTraced: Bool
    ) {
        (self.update, self.submitter, self.blobs, self.serial) = (update, submitter, blobs, serial)
        self.isTraced = isTraced
    }

    var outcome: Outcome { result.withLock { $0 } }

    /// Reads the kernel's state and commits what the update makes of it. Waits for both.
    func carryOut() -> DisplayError? {
        var trace: [String]? = isTraced ? [] : nil
        defer { if let trace { result.withLock { $0.trace = trace } } }
        do throws(DisplayError) {
            var state = try submitter.reader.kernelState()
            let plan = CommitPlan.modeset(update, from: state, modeBlobs: blobs)
            try submitter.submit(
                plan.clearing, update, .modeset, flags: DRM_MODE_ATOMIC_ALLOW_MODESET, serial: serial, trace: &trace)
            // The kernel refuses to promise an event where nothing is enabled.
            let event = update.enabled.isEmpty ? 0 : DRM_MODE_PAGE_FLIP_EVENT
            try submitter.submit(
                plan.assignments, update, .modeset, flags: DRM_MODE_ATOMIC_ALLOW_MODESET | event, serial: serial,
                trace: &trace)
            state.apply(plan.clearing + plan.assignments)
            let (now, disabled) = (state, plan.disabled)
            result.withLock { ($0.state, $0.disabled) = (now, disabled) }
            return nil
        } catch {
            return error
        }
    }
}
