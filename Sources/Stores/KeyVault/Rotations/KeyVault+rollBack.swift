import FoundationEssentials
import KeyLeasing
import Secrets
import Storage
import Synchronization

extension KeyVault {
    /// Restores a rotation's old key and erases the new one.
    ///
    /// The vault first checks the old key with the upstream; a refused key is not restored unless forced.
    /// - Throws: ``KeyVaultError``, with ``KeyVaultError/Code/notReversible`` if the old key was erased; nothing is then changed.
    public func rollBack(_ id: String, force: Bool = false, by actor: AuditActor) async throws -> Rotation {
        let record = try await requireRotation(id)
        let (old, check) = try await checkKept(record)
        if case .invalid(let reason) = check, !force {
            throw KeyVaultError(
                .keyRefused,
                "\(record.upstream) refuses the old key: \(reason). The new key stays in use; rotate to another one instead."
            )
        }
        if let places = unconfirmed(old), !force {
            throw KeyVaultError(
                .unconfirmedDestination,
                "The old key \(old.id) may not be sent to \(places.joined(separator: ", ")), where the file of \(record.upstream) sends keys "
                    + "now. The new key stays in use. To put the old one back, force it, then look at the places and confirm them with "
                    + "'torii keys confirm \(record.upstream)'."
            )
        }
        return try await restore(old, check, in: record, because: "Rolled back by \(actor.name).", by: actor)
    }

    /// Returns the places that an upstream sends keys to now, if a key may not go to all of them.
    private func unconfirmed(_ record: SealedSecretRecord) -> [String]? {
        KeyDescription(record, at: now(), checker.destinations(of: record.upstream))?.unconfirmed
    }

    /// Rolls back a rotation whose new key is refused; nil if the old key cannot be used either, which ends the attempts.
    func rollBackRefused(_ id: String) async throws -> Rotation? {
        let record = try await requireRotation(id)
        do {
            let (old, check) = try await checkKept(record)
            if case .invalid = check { return abandonRollBack(of: record) }
            if unconfirmed(old) != nil { return abandonRollBack(of: record) }
            let time = now()
            let probation = state.withLock { $0.pools.pools[record.upstream]?.key(record.newKey)?.probation }
            if let probation, probation.rollBackDue(at: time).map({ $0 > time }) ?? true {
                // The old key was refused for the same requests while it was checked.
                throw KeyVaultError(.conflict, "The refused calls do not tell the keys of rotation \(id) apart.")
            }
            let reason = "\(record.upstream) refused the new key after the swap."
            return try await restore(old, check, in: record, because: reason, by: .torii)
        } catch let error as KeyVaultError where error.code == .notReversible || error.code == .sealBroken {
            return abandonRollBack(of: record)
        }
    }

    private func abandonRollBack(of record: RotationRecord) -> Rotation? {
        state.withLock { $0.pools.abandonRollBack(of: record) }
        releaseWaiters(of: record.upstream)
        return nil
    }

    /// Opens a rotation's old key and checks it with its upstream.
    private func checkKept(_ record: RotationRecord) async throws -> (SealedSecretRecord, KeyCheck) {
        guard RotationStateMachine(record).isReversible,
            let old = try await store.secrets().records.first(where: { $0.id == record.oldKey }), old.state == .retired
        else {
            throw KeyVaultError(
                .notReversible,
                "Rotation \(record.id) cannot be rolled back: it is \(record.state.rawValue), or its old key was erased."
            )
        }
        guard let secret = open(old) else { throw KeyVaultError.damaged(old.id, in: old.upstream) }
        return (old, await checker.check(secret, for: record.upstream, within: old.destinations ?? []))
    }

    private func restore(
        _ old: SealedSecretRecord,
        _ check: KeyCheck,
        in record: RotationRecord,
        because reason: String,
        by actor: AuditActor
    ) async throws -> Rotation {
        RotationStep.restoring.reach()
        do {
            // The rotation may have been drained or retired since the check, which does not matter here.
            var machine = RotationStateMachine(try await requireRotation(record.id))
            try await write(machine.rollBack(reason, at: now()), by: actor)
            let time = now()
            // Reports about the old key from before are out of date.
            state.withLock { state in
                _ = state.pools.change(old.upstream) { pool in
                    pool.change(old.id) { $0.condition = KeyCondition(at: time) }
                }
                _ = state.record(check, of: old.id, in: old.upstream, at: time)
            }
            releaseWaiters(of: record.upstream)
            return described(machine.record)
        } catch let error as StoreError where error.code == .conflict {
            throw KeyVaultError(.conflict, "\(error.message) Nothing was changed.")
        }
    }
}
