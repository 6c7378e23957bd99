import FoundationEssentials
import Storage
import Synchronization

extension KeyVault {
    /// Writes a step of a rotation, with its audit row, and takes it over into memory.
    /// - Parameter move: The step; nil for one that the state machine does not allow.
    func write(_ move: RotationStateMachine.Move?, by actor: AuditActor) async throws {
        guard let move else {
            throw KeyVaultError(.conflict, "The rotation has moved on by now. Look at it again and decide anew.")
        }
        let record = move.record
        let trail = trail(actor, (move.action, record.auditObject, move.outcome))
        try await commit { store in
            try await store.moveRotation(record, from: move.from, changing: move.changes, audit: trail)
            record.step?.reach()
        }
        if record.state == .active { RotationStep.active.reach() }
    }

    /// Takes a rotation as far as it gets without waiting: from the swap to the wait for old calls, and on when there are none.
    func advance(_ record: RotationRecord) async throws -> RotationRecord {
        var machine = RotationStateMachine(record)
        if machine.record.state == .active { try await write(machine.drain(at: now()), by: .torii) }
        let time = now()
        let leasesOut = state.withLock { $0.pools.leasesOut(of: record.oldKey, in: record.upstream) }
        let isDrained = leasesOut == 0 || (machine.drainEnd.map { $0 <= time } ?? true)
        if machine.record.state == .draining, isDrained { try await write(machine.retire(at: time), by: .torii) }
        if let end = machine.keepEnd, end <= time, machine.record.erasedAt == nil {
            try await write(machine.erase(at: time), by: .torii)
        }
        return machine.record
    }

    /// Carries on or ends every rotation that a former process has left unfinished.
    ///
    /// One that never got to its swap is rejected: the new key was in that process's memory only. ``run(policy:clock:onNotice:)`` does
    /// this when it begins; no other process may work on the same store.
    /// - Returns: Those that were unfinished, as they are now.
    @discardableResult
    public func resumeRotations() async throws -> [Rotation] {
        var resumed: [Rotation] = []
        for record in try await store.secrets().rotations {
            guard state.withLock({ $0.ownRotations[record.id] }) == nil else { continue }
            switch record.state {
            case .requested, .verifying: resumed.append(described(try await interrupt(record)))
            case .active, .draining: resumed.append(described(try await advance(record)))
            case .retired, .rejected, .rolledBack: break
            }
        }
        return resumed
    }

    /// Rejects a rotation that nobody works on.
    func interrupt(_ record: RotationRecord) async throws -> RotationRecord {
        var machine = RotationStateMachine(record)
        let reason = "Torii was stopped before the new key was taken. The old key stays in use."
        try await write(machine.reject(reason, at: now()), by: .torii)
        return machine.record
    }

    /// The rotation with an id.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownRotation`` when there is none.
    public func rotation(_ id: String) async throws -> Rotation {
        described(try await requireRotation(id))
    }

    /// The latest rotations, latest first.
    /// - Parameters:
    ///   - upstream: The upstream whose rotations are meant; nil for all.
    ///   - limit: How many at most.
    public func rotations(of upstream: String? = nil, limit: Int = 100) async throws -> [Rotation] {
        try await store.rotations(of: upstream, limit: limit).map(described)
    }

    func requireRotation(_ id: String) async throws -> RotationRecord {
        guard let record = try await store.rotation(id) else {
            throw KeyVaultError(.unknownRotation, "There is no rotation \(id).")
        }
        return record
    }

    func described(_ record: RotationRecord) -> Rotation {
        Rotation(
            record,
            leasesOut: state.withLock { $0.pools.leasesOut(of: record.oldKey, in: record.upstream) }
        )
    }
}

extension RotationRecord {
    /// How the audit chain names it.
    var auditObject: String { "\(upstream)/rotations/\(id)" }

    /// The step that is reached once this is stored.
    fileprivate var step: RotationStep? {
        switch state {
        case .requested: nil
        case .verifying: .verifying
        case .active: .swapped
        case .draining: .draining
        case .retired: erasedAt == nil ? .retired : .erased
        case .rejected: .rejected
        case .rolledBack: .rolledBack
        }
    }
}
