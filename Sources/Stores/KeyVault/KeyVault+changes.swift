public import KeyLeasing
public import Secrets
import Signals
public import Storage
import Synchronization

extension KeyVault {
    /// Adds a key from the environment, unless the vault already knows it.
    ///
    /// A key that was rotated away or removed is not added again, although the environment still has it. A new key makes spares
    /// (weight 0) of the active keys with the same label.
    /// - Returns: The key's description; nil if the key was removed.
    @discardableResult
    public func addFromEnvironment(
        _ secret: SecretString,
        for upstream: String,
        label: String
    ) async throws -> KeyDescription? {
        let secret = try secret.asKey(checker.form(of: upstream))
        let fingerprint = fingerprint(of: secret)
        let known = try await store.secrets().records.last {
            $0.upstream == upstream && $0.fingerprint == fingerprint
        }
        if let known { return describe(known) }
        let former = try await keys(of: upstream).filter { $0.state == .active && KeyLabel.isSame($0.label, label) }
        let key = try await add(secret, to: upstream, label: label)
        for key in former where key.settings.weight > 0 {
            _ = try await change(key.id, SealedSecretChange(weight: 0), by: .torii)
        }
        return key
    }

    /// Stores a key and puts it into use.
    ///
    /// A key that was rotated away or removed may be added again.
    /// - Parameters:
    ///   - secret: The key.
    ///   - upstream: The upstream that accepts the key.
    ///   - label: A name for people.
    ///   - settings: The key's weight, restriction and expiry.
    ///   - check: The result of a live check just before, which becomes the last check of the key; nil if there was none.
    ///   - destinations: The places that the key may be sent to; `nil` for those of its upstream now.
    ///   - actor: The actor of the audit row.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/alreadyStored`` if the same key is active.
    public func add(
        _ secret: SecretString,
        to upstream: String,
        label: String,
        settings: KeySettings = KeySettings(),
        check: KeyCheck? = nil,
        destinations: [String]? = nil,
        by actor: AuditActor = .torii
    ) async throws -> KeyDescription {
        let secret = try secret.asKey(checker.form(of: upstream))
        try settings.validate()
        let record = try sealed(secret, for: upstream, label: label, settings: settings, destinations: destinations)
        let trail = trail(actor, ("key.add", record.auditObject, "done"))
        do {
            try await commit { store in try await store.addSecret(record, audit: trail) }
        } catch let error as StoreError where error.code == .conflict {
            throw KeyVaultError.alreadyStored(in: upstream)
        }
        if let check {
            let time = now()
            _ = state.withLock { $0.record(check, of: record.id, in: upstream, at: time) }
            try await saveHealth()
        }
        return try described(record)
    }

    /// Changes the label, weight, restriction or expiry of an active key.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownKey`` if there is no such active key.
    public func change(_ id: String, _ change: SealedSecretChange, by actor: AuditActor) async throws -> KeyDescription
    {
        try KeySettings.validate(weight: change.weight, names: (change.models ?? []) + (change.tools ?? []))
        guard let known = try await store.secrets().records.first(where: { $0.id == id }) else {
            throw KeyVaultError.unknownKey(id)
        }
        let time = now()
        let names = change.names.joined(separator: ", ")
        let trail = trail(actor, ("key.change", known.auditObject, names.isEmpty ? "done" : "done: \(names)"))
        let changed = try await commit { store in
            try await store.changeSecret(id, change, at: time, audit: trail)
        }
        guard let changed else { throw KeyVaultError.unknownKey(id) }
        return try described(changed)
    }

    /// Removes a key from use and erases its sealed bytes.
    ///
    /// Calls that hold a lease finish with it.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownKey`` if there is no such key.
    public func remove(_ id: String, by actor: AuditActor = .torii) async throws {
        guard let known = try await store.secrets().records.first(where: { $0.id == id }) else {
            throw KeyVaultError.unknownKey(id)
        }
        let time = now()
        let trail = trail(actor, ("key.remove", known.auditObject, "done"))
        try await commit { store in
            guard try await store.removeSecret(id, at: time, audit: trail) else {
                throw KeyVaultError.unknownKey(id)
            }
        }
    }

    /// Checks an active key with its upstream now and applies the answer: a refused key is no longer lent, an accepted one is lent
    /// again.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownKey`` if there is no such active key.
    public func check(_ id: String, by actor: AuditActor) async throws -> KeyCheck {
        let pools = state.withLock(\.pools.pools)
        guard let upstream = pools.first(where: { $0.value.key(id)?.role == .member })?.key else {
            throw KeyVaultError.unknownKey(id)
        }
        guard let check = await checkNow(id, in: upstream) else { throw KeyVaultError.damaged(id, in: upstream) }
        try await saveHealth(
            with: trail(actor, ("key.check", "\(upstream)/keys/\(id)", check.verdict))
        )
        return check
    }
}

extension KeyVault {
    /// Marks a refused key, or one without credit, as healthy without a check, because an administrator asks for it.
    ///
    /// It is meant for upstreams that cannot check a key; otherwise ``check(_:by:)`` is better.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownKey`` if there is no such active key.
    public func restore(_ id: String, by actor: AuditActor) async throws -> KeyDescription {
        guard let known = try await store.secrets().records.first(where: { $0.id == id && $0.state == .active }) else {
            throw KeyVaultError.unknownKey(id)
        }
        let time = now()
        state.withLock { state in
            _ = state.pools.change(known.upstream) { pool in
                pool.change(id) { key in
                    key.condition = KeyCondition(at: time)
                    key.isDirty = true
                    key.isCheckAwaited = false
                }
            }
            state.history.record(.healthy, of: id, in: known.upstream, because: .restored, at: time)
        }
        upkeepSignal.raise()
        releaseWaiters(of: known.upstream)
        try await saveHealth(with: trail(actor, ("key.restore", known.auditObject, "done")))
        return try described(known)
    }

    func describe(_ record: SealedSecretRecord) -> KeyDescription? {
        KeyDescription(record, in: state.withLock(\.pools), at: now(), by: checker)
    }

    func described(_ record: SealedSecretRecord) throws(KeyVaultError) -> KeyDescription {
        guard let description = describe(record) else { throw KeyVaultError.unknownKey(record.id) }
        return description
    }
}

extension SealedSecretRecord {
    /// The key's name in the audit chain.
    fileprivate var auditObject: String { "\(upstream)/keys/\(id)" }
}

extension KeyVaultError {
    static func unknownKey(_ id: String) -> KeyVaultError {
        KeyVaultError(.unknownKey, "There is no key \(id) that can be changed. List the keys to see their ids.")
    }

    static func alreadyStored(in upstream: String) -> KeyVaultError {
        KeyVaultError(.alreadyStored, "\(upstream) already uses this key; nothing was changed.")
    }

    static func damaged(_ id: String, in upstream: String) -> KeyVaultError {
        KeyVaultError(
            .sealBroken,
            "The stored key \(id) of \(upstream) is damaged and cannot be opened. Remove it and add the key again."
        )
    }
}

extension SealedSecretChange {
    /// The names of the changed properties, for the audit chain.
    fileprivate var names: [String] {
        [
            label.map { _ in "label" }, weight.map { _ in "weight" }, models.map { _ in "models" },
            tools.map { _ in "tools" }, expiresAt.map { _ in "expires_at" },
            destinations.map { "destinations \($0.joined(separator: ", "))" }, exposedAt.map { _ in "exposed" },
        ]
        .compactMap { $0 }
    }
}
