import FoundationEssentials
import Storage
import Synchronization

extension KeyVault {
    /// Writes a step of a rotation with its audit row, and applies it in memory.
    /// - Parameter move: The step; nil for one that the state machine does not allow.
    func write(_ move: RotationStateMachine.Move?, by actor: AuditActor) async throws {
        guard let move else {
            throw KeyVaultError(
                .conflict,
                "The rotation has changed since it was read. Read it again and repeat the request if it still applies."
            )
        }
        let record = move.record
        let trail = trail(actor, (move.action, record.auditObject, move.outcome))
        try await commit { store in
            try await store.moveRotation(record, from: move.from, changing: move.changes, audit: trail)
            record.step?.reach()
        }
        if record.state == .active { RotationStep.active.reach() }
    }

    /// Advances a rotation as far as possible without waiting: from the swap to draining, and further if no lease of the old key is
    /// left.
    func advance(_ record: RotationRecord) async throws -> RotationRecord {
        var machine = RotationStateMachine(taken(record))
        if machine.record.state == .active { try await write(machine.drain(at: now()), by: .torii) }
        let time = now()
        let isDrained = state.withLock { $0.isDrained(record) } || (machine.drainEnd.map { $0 <= time } ?? true)
        if machine.record.state == .draining, isDrained { try await write(machine.retire(at: time), by: .torii) }
        if let end = machine.keepEnd, end <= time, machine.record.erasedAt == nil {
            try await write(machine.erase(at: time), by: .torii)
        }
        return machine.record
    }

    /// Continues or ends every rotation that a process has left which is gone.
    ///
    /// A rotation without its swap is rejected, because the new key was only in that process's memory.
    /// ``run(policy:clock:onNotice:)`` calls this when it starts.
    /// - Returns: The unfinished rotations in their new states.
    @discardableResult
    public func resumeRotations() async throws -> [Rotation] {
        var resumed: [Rotation] = []
        for record in try await store.secrets().rotations {
            guard state.withLock({ $0.ownRotations[record.id] }) == nil, lease.answers(for: record.worker) else {
                continue
            }
            switch record.state {
            case .requested, .verifying: resumed.append(described(try await interrupt(record)))
            case .active, .draining: resumed.append(described(try await advance(record)))
            case .retired, .rejected, .rolledBack: break
            }
        }
        return resumed
    }

    /// Rejects a rotation that no process performs.
    func interrupt(_ record: RotationRecord) async throws -> RotationRecord {
        var machine = RotationStateMachine(taken(record))
        let reason = "Torii stopped before the new key was accepted. The old key stays in use."
        try await write(machine.reject(reason, at: now()), by: .torii)
        return machine.record
    }

    /// Returns a rotation as one that this process performs.
    private func taken(_ record: RotationRecord) -> RotationRecord {
        var record = record
        record.worker = lease.worker
        return record
    }

    /// Returns the rotation with an id.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownRotation`` if there is none.
    public func rotation(_ id: String) async throws -> Rotation {
        described(try await requireRotation(id))
    }

    /// Returns rotations, the latest first.
    /// - Parameters:
    ///   - upstream: The upstream of the rotations; nil for all.
    ///   - limit: The maximum number of rotations.
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
    /// The rotation's name in the audit chain.
    var auditObject: String { "\(upstream)/rotations/\(id)" }

    /// The step that storing this record reaches.
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
