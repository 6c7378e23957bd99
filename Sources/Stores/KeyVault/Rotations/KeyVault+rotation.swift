import Cancellation
import Crypto
import FoundationEssentials
import KeyLeasing
public import Secrets
import Signals
import Storage
import Synchronization

extension KeyVault {
    /// The time for which an idempotency key is remembered, in seconds.
    static let idempotencyMemory: Double = 86_400

    /// Replaces an old key by a new one, after the upstream has accepted the new key.
    ///
    /// The swap is one transaction: leases from before keep the old key, leases after it get the new one. The new key inherits the
    /// old key's weight and restriction, and its label with the day. A started rotation is completed even if the caller disconnects; the same request
    /// with the same idempotency key within a day returns the same rotation.
    /// - Parameters:
    ///   - upstream: The upstream of the key.
    ///   - secret: The new key.
    ///   - options: The options of the rotation.
    ///   - actor: The actor of the audit rows.
    /// - Returns: The rotation; check its state, or call ``Rotation/requireTaken()``.
    /// - Throws: ``KeyVaultError`` if the rotation did not start; nothing is then changed.
    public func rotate(
        _ upstream: String,
        to secret: SecretString,
        options: RotationOptions = RotationOptions(),
        by actor: AuditActor = .torii
    ) async throws -> Rotation {
        let secret = try secret.asKey(checker.form(of: upstream))
        try options.validate()
        // A rotation that has started must end, even if its client disconnects.
        return try await uncancelled { [self] in try await rotate(upstream, to: secret, with: options, by: actor) }
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
        if let places = old.unconfirmed { throw KeyVaultError.unconfirmed(old, places) }
        let record = RotationRecord(
            id: UUID().uuidString.lowercased(),
            worker: lease.worker,
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
        let taken = try await store.secrets().records.filter { $0.upstream == upstream }.map(\.label)
        let label = KeyLabel.next(after: old.label, at: now(), besides: Set(taken))
        let new = try sealed(secret, id: record.newKey, for: upstream, label: label, settings: settings)
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
        if let known = try await startRotation(record, by: actor) {
            return try replayed(known, for: record.requestHash)
        }
        RotationStep.requested.reach()
        var machine = RotationStateMachine(record)
        do {
            try await write(machine.verify(at: now()), by: actor)
            let check = await checker.check(secret, for: record.upstream, within: new.destinations ?? [])
            RotationStep.checked.reach()
            var new = new
            new.createdAt = now()
            new.changedAt = new.createdAt
            try await write(machine.decide(check, new: new, at: new.createdAt), by: actor)
            if machine.record.state == .active { await keep(check, of: new) }
        } catch {
            return try await rejectUnwritten(record.id, because: error, by: actor)
        }
        verified(record)
        guard machine.record.state == .active else { return described(machine.record) }
        // The swap is done. If a later step fails, upkeep repeats it.
        return described((try? await advance(machine.record)) ?? machine.record)
    }

    /// Makes a rotation's check the last check of its new key.
    private func keep(_ check: KeyCheck, of new: SealedSecretRecord) async {
        state.withLock { _ = $0.record(check, of: new.id, in: new.upstream, at: new.createdAt) }
        // The swap counts without it, and upkeep tries again.
        try? await saveHealth()
    }

    /// Stores the request; returns the earlier rotation if this request repeats it.
    private func startRotation(_ record: RotationRecord, by actor: AuditActor) async throws -> RotationRecord? {
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
                "Rotation \(other.id) of \(record.upstream) is waiting for its live check; nothing was changed. Try again after it."
            )
        }
    }

    /// Ends a rotation whose next step could not be written.
    private func rejectUnwritten(_ id: String, because error: any Error, by actor: AuditActor) async throws -> Rotation
    {
        guard let record = try? await store.rotation(id), record.state == .requested || record.state == .verifying
        else { throw error }
        let isConflict = (error as? StoreError)?.code == .conflict
        let reason =
            isConflict
            ? "The keys changed while the new one was being checked." : "The swap could not be stored."
        var machine = RotationStateMachine(record)
        do {
            try await write(machine.reject(reason, at: now()), by: actor)
        } catch _ {
            throw error
        }
        guard isConflict else { throw error }
        return described(machine.record)
    }

    /// Returns the rotation of an earlier equal request.
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
                "Rotation \(known.id) of the same request is waiting for its live check. Read the rotation again soon."
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
                    "\(upstream) has no active key \(id). List its keys to see their ids; nothing was changed."
                )
            }
            return key
        }
        guard let key = active.last else {
            throw KeyVaultError(.noKey, "\(upstream) has no key to replace. Add the new key instead.")
        }
        return key
    }

    private func isActive(_ fingerprint: String, of upstream: String) -> Bool {
        state.withLock { $0.pools.isActive(fingerprint, of: upstream) }
    }

    /// Returns a keyed hash of the whole request, including the secret.
    private func requestHash(_ upstream: String, _ secret: SecretString, _ options: RotationOptions) -> Data {
        var mac = HMAC<SHA256>(key: root.fingerprintKey)
        mac.update(data: Identity.encoded(["rotation request", upstream] + options.words))
        secret.withBytes { mac.update(data: $0) }
        return Data(mac.finalize())
    }

    /// Ends the check of a rotation: the leases that waited for it try again.
    private func verified(_ record: RotationRecord) {
        state.withLock { _ = $0.verifying.removeValue(forKey: record.id) }
        releaseWaiters(of: record.upstream)
    }

    private func release(_ record: RotationRecord) {
        verified(record)
        state.withLock { _ = $0.ownRotations.removeValue(forKey: record.id) }
        upkeepSignal.raise()
    }
}

extension KeyVaultError {
    /// A rotation is refused, because neither its old key nor its new one may go where the calls go.
    fileprivate static func unconfirmed(_ key: KeyDescription, _ places: [String]) -> KeyVaultError {
        KeyVaultError(
            .unconfirmedDestination,
            "The file of \(key.upstream) sends keys to \(places.joined(separator: ", ")) now, and key \(key.id) was not confirmed for it; "
                + "nothing was changed. Look at the places and permit them with 'torii keys confirm \(key.upstream)', then rotate; or add "
                + "the new key with 'torii keys add \(key.upstream)' and remove the old one."
        )
    }
}
