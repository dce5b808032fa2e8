import CDRM
import DisplayModel
import LinuxSystem

/// Carries updates out on a card, and remembers what they have made of it.
final class Committer {
    private let card: Card
    private let reader: ResourceReader
    private let census: Census

    /// What is committed, as far as this program knows: read before each modeset, then kept up to date by its commits.
    private var committed = KernelState(values: [:])
    /// The CRTCs that this program has set a mode on since it is DRM master. Only they can be flipped.
    private var enabled: Set<CRTCID> = []
    /// The blob of the mode that each of them runs.
    private var modeBlobs: [CRTCID: ModeBlob] = [:]
    /// The commit whose page flip is to be reported for a CRTC. Events of others are the kernel's by-products: it also
    /// reports CRTCs that were switched off.
    private var awaited: [CRTCID: UInt64] = [:]
    private var lastSerial: UInt64
    /// How often DRM master was given up.
    private var ownership = 0
    /// Modesets that another thread may be waiting for.
    private var openModesets = 0
    /// What flips have set since the first of them was made ready.
    private var flipped: [AtomicAssignment] = []
    private var submitter: Submitter { Submitter(card: card, reader: reader) }

    /// Called with each commit as one line, with its outcome.
    var onTrace: ((String) -> Void)?

    /// - Parameter serial: no smaller than the number of any commit that was made through this open file before.
    init(_ card: Card, _ reader: ResourceReader, census: Census, after serial: UInt64) {
        (self.card, self.reader, self.census, lastSerial) = (card, reader, census, serial)
    }

    /// DRM master is given up: what was committed is not on screen any more, and is not reported.
    func forget() {
        enabled = []
        awaited = [:]
        ownership += 1
    }

    /// The framebuffers that planes show, other programs' too. Nil while that is not known.
    var shownFramebuffers: Set<UInt32>? {
        committed.values.isEmpty || openModesets > 0 ? nil : committed.framebuffers
    }

    /// Whether an event is the one that a CRTC's last commit promised. Each is reported once.
    func isAwaited(_ event: VblankEvent) -> Bool {
        guard awaited[event.crtc] == event.serial else { return false }
        awaited[event.crtc] = nil
        return true
    }

    func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        if let contradiction = update.contradiction {
            throw .refused(kind, submitter.name(of: contradiction.object), contradiction.reason)
        }
        switch kind.change {
        case .modeset: try modeset(update, kind)
        case .flip: try flip(update, kind)
        }
    }

    private func modeset(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        guard kind.isTest else {
            let job = try modesetJob(update)
            let error = job.carryOut()
            job.conclude(error)
            if let error { throw error }
            return
        }
        let blobs = try makeModeBlobs(update)
        let plan = CommitPlan.modeset(
            update, from: try reader.kernelState(), modeBlobs: blobs.mapValues(\.id))
        // The plan names the blobs by number only; without this they could be destroyed before it is submitted.
        defer { withExtendedLifetime(blobs) {} }
        try submit(
            plan.clearing + plan.assignments, update, kind,
            flags: DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET)
    }

    /// Makes ready a modeset that waits for the kernel elsewhere, while flips go on here.
    func modesetJob(_ update: DisplayUpdate) throws(DisplayError) -> ModesetJob {
        if let contradiction = update.contradiction {
            throw .refused(.modeset, submitter.name(of: contradiction.object), contradiction.reason)
        }
        let blobs = try makeModeBlobs(update)
        lastSerial += 1
        let (serial, before, ownership) = (lastSerial, awaited, self.ownership)
        // Its events may come before its end is known here.
        for crtc in update.enabledCRTCs { awaited[crtc] = serial }
        openModesets += 1
        let flipsBefore = flipped.count
        let work = ModesetWork(
            update, submitter, blobs: blobs.mapValues(\.id), serial: serial, isTraced: onTrace != nil)
        return ModesetJob(carryOut: { work.carryOut() }) { [self] error in
            let outcome = work.outcome
            if let onTrace { for line in outcome.trace { onTrace(line) } }
            let later = flipped.dropFirst(flipsBefore)
            openModesets -= 1
            defer { if openModesets == 0 { flipped = [] } }
            // Whoever was DRM master meanwhile, it may be another program's state.
            guard ownership == self.ownership else { return }
            guard error == nil, var state = outcome.state else {
                for crtc in update.enabledCRTCs where awaited[crtc] == serial { awaited[crtc] = before[crtc] }
                return
            }
            state.apply(Array(later))
            committed = state
            for crtc in outcome.disabled {
                enabled.remove(crtc)
                awaited[crtc] = nil
                modeBlobs[crtc] = nil
            }
            for crtc in update.enabledCRTCs {
                enabled.insert(crtc)
                modeBlobs[crtc] = blobs[crtc]
            }
        }
    }

    private func flip(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        guard update.disabled.isEmpty else {
            throw .refused(kind, submitter.name(of: update), "switching a CRTC off takes a modeset")
        }
        for output in update.enabled {
            let feed = committed.values[.connector(output.connector)]?[.crtcID]
            if enabled.contains(output.crtc), feed == UInt64(output.crtc.rawValue) { continue }
            let connector = reader.name(of: output.connector)
            guard card.isMaster else {
                throw .committing(kind, connector, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
            }
            throw .refused(kind, connector, "no modeset has enabled it; that comes first")
        }
        guard !kind.isTest else {
            return try submit(
                CommitPlan.flip(update, from: committed).assignments, update, kind, flags: DRM_MODE_ATOMIC_TEST_ONLY)
        }
        let damage = try makeDamageBlobs(update)
        defer { withExtendedLifetime(damage) {} }
        let plan = CommitPlan.flip(update, from: committed, damageBlobs: damage.mapValues(\.id))
        try submit(plan.assignments, update, kind, flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT)
        committed.apply(plan.assignments)
        if openModesets > 0 { flipped += plan.assignments }
        for crtc in update.enabledCRTCs { awaited[crtc] = lastSerial }
    }

    /// The blobs of the modes that an update sets: those in use where the mode stays, new ones else.
    private func makeModeBlobs(_ update: DisplayUpdate) throws(DisplayError) -> [CRTCID: ModeBlob] {
        var blobs: [CRTCID: ModeBlob] = [:]
        for output in update.enabled where blobs[output.crtc] == nil {
            if let current = modeBlobs[output.crtc], current.mode == output.mode {
                blobs[output.crtc] = current
                continue
            }
            do { blobs[output.crtc] = try ModeBlob(output.mode, on: card, census: census) } catch {
                throw DisplayError(
                    error, operation: "create mode \(output.mode)", object: reader.name(of: output.connector))
            }
        }
        return blobs
    }

    /// The blobs of what layers say has changed, for planes that can make use of it.
    private func makeDamageBlobs(_ update: DisplayUpdate) throws(DisplayError) -> [PlaneID: PropertyBlob] {
        var blobs: [PlaneID: PropertyBlob] = [:]
        for layer in update.enabled.lazy.flatMap(\.layers) {
            guard let damage = layer.damage, !damage.isEmpty, blobs[layer.plane] == nil,
                reader.propertyID(.damageClips, of: .plane(layer.plane)) != nil
            else { continue }
            do { blobs[layer.plane] = try PropertyBlob(damage: damage, on: card, census: census) } catch {
                throw DisplayError(
                    error, operation: "create damage", object: submitter.name(of: KMSObject.plane(layer.plane)))
            }
        }
        return blobs
    }

    private func submit(
        _ assignments: [AtomicAssignment], _ update: DisplayUpdate, _ kind: CommitKind, flags: Int32
    ) throws(DisplayError) {
        lastSerial += 1
        var trace = onTrace.map { _ in [String]() }
        defer { if let trace, let onTrace { for line in trace { onTrace(line) } } }
        try submitter.submit(assignments, update, kind, flags: flags, serial: lastSerial, trace: &trace)
    }
}
