import Crypto
import FoundationEssentials
import KeyLeasing
public import Secrets
import Storage
import Synchronization

extension KeyVault {
    /// For how many seconds an idempotency key is remembered.
    static let idempotencyMemory: Double = 86_400

    /// Puts a new key in an old one's place, after the upstream has said that it accepts it.
    ///
    /// The swap is one transaction; leases given before it stay good, leases after it get the new key. The new key takes over the old
    /// one's label, weight and restriction. What was begun is carried to its end, also when the caller goes away; asked again under the same
    /// idempotency key within a day, it answers with the same rotation.
    /// - Parameters:
    ///   - upstream: The upstream whose key is changed.
    ///   - secret: The new key.
    ///   - options: How to go about it.
    ///   - actor: Who asked for it.
    /// - Returns: The rotation; look at its state, or ask ``Rotation/requireTaken()``.
    /// - Throws: ``KeyVaultError`` when it did not begin; nothing was changed then.
    public func rotate(
        _ upstream: String,
        to secret: SecretString,
        options: RotationOptions = RotationOptions(),
        by actor: AuditActor = .torii
    ) async throws -> Rotation {
        try secret.validateAsKey()
        try options.validate()
        // A task of its own: whoever asked may hang up, but what was begun has to come to its end.
        return try await Task { try await rotate(upstream, to: secret, with: options, by: actor) }.value
    }

    private func rotate(
        _ upstream: String,
        to secret: SecretString,
        with options: RotationOptions,
        by actor: AuditActor
    ) async throws -> Rotation {
        let hash = requestHash(upstream, secret, options)
        if let key = options.idempotencyKey,
            let known = try await store.rotation(ofActor: actor.name, idempotencyKey: key),
            now() < known.createdAt + Self.idempotencyMemory
        {
            return try replayed(known, for: hash)
        }
        guard !isActive(fingerprint(of: secret), of: upstream) else { throw KeyVaultError.alreadyStored(in: upstream) }
        let old = try await keyToReplace(options.replaces, of: upstream)
        let record = RotationRecord(
            id: UUID().uuidString.lowercased(),
            upstream: upstream,
            oldKey: old.id,
            newKey: UUID().uuidString.lowercased(),
            fingerprint: fingerprint(of: secret),
            lastFour: secret.lastFour,
            isForced: options.force,
            drain: options.drainSeconds,
            keep: options.keepSeconds,
            actor: actor.name,
            idempotencyKey: options.idempotencyKey,
            requestHash: hash,
            createdAt: now()
        )
        var settings = old.settings
        settings.expiresAt = options.expiresAt
        let new = try sealed(secret, id: record.newKey, for: upstream, label: old.label, settings: settings)
        state.withLock { state in
            state.ownRotations[record.id] = upstream
            state.verifying[record.id] = upstream
        }
        defer { release(record) }
        return try await perform(record, secret, new, by: actor)
    }

    private func perform(
        _ record: RotationRecord,
        _ secret: SecretString,
        _ new: SealedSecretRecord,
        by actor: AuditActor
    ) async throws -> Rotation {
        if let known = try await begin(record, by: actor) { return try replayed(known, for: record.requestHash) }
        RotationStep.requested.reach()
        var machine = RotationStateMachine(record)
        do {
            try await write(machine.verify(at: now()), by: actor)
            let check = await checker.check(secret, for: record.upstream)
            RotationStep.checked.reach()
            var new = new
            new.createdAt = now()
            new.changedAt = new.createdAt
            try await write(machine.decide(check, new: new, at: new.createdAt), by: actor)
        } catch {
            return try await giveUp(record.id, because: error, by: actor)
        }
        verified(record)
        guard machine.record.state == .active else { return described(machine.record) }
        // The swap is done. Should a step after it fail, it is taken up again later.
        return described((try? await advance(machine.record)) ?? machine.record)
    }

    /// Stores the wish; the rotation that it repeats when there is one.
    private func begin(_ record: RotationRecord, by actor: AuditActor) async throws -> RotationRecord? {
        let outcome = "done: to replace key \(record.oldKey)"
        let trail = trail(actor, ("rotation.request", record.auditObject, outcome))
        let start = try await commit { store in
            try await store.beginRotation(
                record,
                forgettingKeysBefore: record.createdAt - Self.idempotencyMemory,
                audit: trail
            )
        }
        switch start {
        case .begun: return nil
        case .repeated(let known): return known
        case .busy(let other):
            throw KeyVaultError(
                .rotationInProgress,
                "Rotation \(other.id) of \(record.upstream) is waiting for its live check; nothing was changed. Try again when it is over."
            )
        }
    }

    /// Ends a rotation whose next step could not be written.
    private func giveUp(_ id: String, because error: any Error, by actor: AuditActor) async throws -> Rotation {
        guard let record = try? await store.rotation(id), record.state == .requested || record.state == .verifying
        else { throw error }
        let isConflict = (error as? StoreError)?.code == .conflict
        let reason =
            isConflict
            ? "The keys were changed while the new one was being checked." : "The swap could not be stored."
        var machine = RotationStateMachine(record)
        do {
            try await write(machine.reject(reason, at: now()), by: actor)
        } catch _ {
            throw error
        }
        guard isConflict else { throw error }
        return described(machine.record)
    }

    /// Answers a request that came before.
    private func replayed(_ known: RotationRecord, for hash: Data) throws(KeyVaultError) -> Rotation {
        guard known.requestHash == hash else {
            throw KeyVaultError(
                .idempotencyMismatch,
                "This idempotency key was used for another request, rotation \(known.id). Send this one under a new key."
            )
        }
        if known.state == .requested || known.state == .verifying {
            throw KeyVaultError(
                .rotationInProgress,
                "Rotation \(known.id), which was asked for by the same request, is waiting for its live check. Look at it again soon."
            )
        }
        return described(known)
    }

    private func keyToReplace(_ id: String?, of upstream: String) async throws -> KeyDescription {
        let active = try await keys(of: upstream).filter { $0.state == .active }
        if let id {
            guard let key = active.first(where: { $0.id == id }) else {
                throw KeyVaultError(
                    .unknownKey,
                    "\(upstream) has no active key \(id). List its keys to see which there are; nothing was changed."
                )
            }
            return key
        }
        guard let key = active.last else {
            throw KeyVaultError(.noKey, "\(upstream) has no key that could be replaced. Add the new key instead.")
        }
        return key
    }

    private func isActive(_ fingerprint: String, of upstream: String) -> Bool {
        state.withLock { $0.pools.isActive(fingerprint, of: upstream) }
    }

    /// A keyed hash of all that was asked for, the secret included.
    private func requestHash(_ upstream: String, _ secret: SecretString, _ options: RotationOptions) -> Data {
        var mac = HMAC<SHA256>(key: root.fingerprintKey)
        mac.update(data: Identity.encoded(["rotation request", upstream] + options.words))
        secret.withBytes { mac.update(data: $0) }
        return Data(mac.finalize())
    }

    /// The check is over, one way or the other: leases that waited for it ask again.
    private func verified(_ record: RotationRecord) {
        state.withLock { _ = $0.verifying.removeValue(forKey: record.id) }
        releaseWaiters(of: record.upstream)
    }

    private func release(_ record: RotationRecord) {
        verified(record)
        state.withLock { _ = $0.ownRotations.removeValue(forKey: record.id) }
        wake.raise()
    }
}
