import Cancellation
public import FoundationEssentials
public import KeyVault
import Secrets
import Signals
import Storage
import Synchronization

extension Clients {
    /// Creates a client with one token, which is valid as long as the client.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` for an invalid setting, and with
    ///   ``AccountsError/Code/clientNameTaken``.
    public func create(_ draft: ClientDraft, by actor: AuditActor) async throws -> IssuedToken {
        let time = vault.now()
        let name = ClientName(draft.name)
        try name.validate()
        try draft.validate(at: time)
        let token = SecretString.accessToken()
        let tokenRecord = record(of: token, at: time, expiresAt: nil)
        let client = ClientRecord(
            id: UUID().uuidString.lowercased(),
            name: draft.name,
            scopes: draft.scopes.stored,
            limits: draft.limits,
            instructions: draft.storedInstructions,
            expiresAt: draft.expiresAt,
            createdAt: time,
            changedAt: time,
            tokens: [tokenRecord]
        )
        let trail = vault.trail(actor, ("client.create", "clients/\(client.id)", "done: \(client.scopes)"))
        // Memory must follow the store even if the caller is cancelled between the two.
        try await uncancelled { [self] in
            let reservation = try directory.withLock { directory throws(AccountsError) in
                try directory.reserve(name, for: client.id)
            }
            defer { directory.withLock { $0.release(reservation) } }
            let revision = try await store.addClient(client, audit: trail)
            directory.withLock { $0.put(client, revision: revision) }
        }
        return IssuedToken(client: ClientDescription(client), id: tokenRecord.id, token: token)
    }

    /// Changes a client; the change applies from the next request on.
    ///
    /// Running runs continue, but call no tool whose scope was removed.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``, ``AccountsError/Code/invalidClient`` or
    ///   ``AccountsError/Code/clientNameTaken``.
    @discardableResult
    public func update(_ id: String, _ change: ClientChange, by actor: AuditActor) async throws -> ClientDescription {
        let time = vault.now()
        let fields = change.fields.joined(separator: ", ")
        let trail = vault.trail(actor, ("client.update", "clients/\(id)", fields.isEmpty ? "done" : "done: \(fields)"))
        guard let name = change.name.map(ClientName.init) else {
            return try await commit(id, trail) { record throws(AccountsError) in try change.apply(to: &record, at: time)
            }
        }
        try name.validate()
        // The reservation ends when the change is in memory.
        return try await uncancelled { [self] in
            let reservation = try directory.withLock { directory throws(AccountsError) in
                try directory.reserve(name, for: id)
            }
            defer { directory.withLock { $0.release(reservation) } }
            return try await commit(id, trail) { record throws(AccountsError) in try change.apply(to: &record, at: time)
            }
        }
    }

    /// Issues another token for a client.
    /// - Parameter expiresAt: The time from which the token is refused; nil for as long as the client is valid.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``, or ``AccountsError/Code/invalidClient`` for a time in
    ///   the past.
    public func issueToken(for id: String, expiresAt: Date? = nil, by actor: AuditActor) async throws -> IssuedToken {
        let time = vault.now()
        if let expiresAt, expiresAt <= time {
            throw AccountsError(.invalidClient, "The token's expiry is in the past. Set a time in the future.")
        }
        let token = SecretString.accessToken()
        let issued = record(of: token, at: time, expiresAt: expiresAt)
        let trail = vault.trail(actor, ("client.token.issue", "clients/\(id)/tokens/\(issued.id)", "done"))
        let client = try await commit(id, trail) { record throws(AccountsError) in record.tokens.append(issued) }
        return IssuedToken(client: client, id: issued.id, token: token)
    }

    /// Issues a new token and lets the old ones expire after an overlap.
    /// - Parameters:
    ///   - id: The client's id.
    ///   - tokenID: The token to replace; nil for all tokens of the client.
    ///   - overlap: The time for which an old token stays valid; an earlier expiry is kept. Zero ends it at once.
    ///   - actor: The actor of the audit row.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if there is no such client or token.
    public func rotate(
        _ id: String,
        token tokenID: String? = nil,
        overlap: Duration,
        by actor: AuditActor
    ) async throws -> IssuedToken {
        let time = vault.now()
        let seconds = max(0, overlap.components.seconds)
        let end = time.addingTimeInterval(Double(seconds))
        let token = SecretString.accessToken()
        let issued = record(of: token, at: time, expiresAt: nil)
        let trail = vault.trail(
            actor,
            ("client.rotate", "clients/\(id)/tokens/\(issued.id)", "done: the old one ends in \(seconds) s")
        )
        let client = try await commit(id, trail) { record throws(AccountsError) in
            if let tokenID, !record.tokens.contains(where: { $0.id == tokenID }) { throw .unknownToken(tokenID) }
            for index in record.tokens.indices where tokenID == nil || record.tokens[index].id == tokenID {
                record.tokens[index].expiresAt = min(record.tokens[index].expiresAt ?? end, end)
            }
            record.tokens.append(issued)
        }
        return IssuedToken(client: client, id: issued.id, token: token)
    }

    /// Revokes a token at once, also for the runs that it started.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if there is no such client or token.
    @discardableResult
    public func revokeToken(_ tokenID: String, of id: String, by actor: AuditActor) async throws -> ClientDescription {
        let trail = vault.trail(actor, ("client.token.revoke", "clients/\(id)/tokens/\(tokenID)", "done"))
        return try await commit(id, trail) { record throws(AccountsError) in
            guard record.tokens.contains(where: { $0.id == tokenID }) else { throw .unknownToken(tokenID) }
            record.tokens.removeAll { $0.id == tokenID }
        }
    }

    /// Revokes a client permanently and at once, also for its running runs; it stays listed.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``.
    @discardableResult
    public func revoke(_ id: String, by actor: AuditActor) async throws -> ClientDescription {
        let time = vault.now()
        let trail = vault.trail(actor, ("client.revoke", "clients/\(id)", "done"))
        return try await commit(id, trail) { record throws(AccountsError) in record.revokedAt = record.revokedAt ?? time
        }
    }

    /// Removes a client with its tokens at once, also for its running runs; its usage records are kept.
    ///
    /// - Parameter keepsData: Whether its conversations, runs and health samples are kept. If not, their erasure is recorded with
    ///   the removal, and ``erase(_:of:by:)`` performs it.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``.
    public func delete(_ id: String, keepsData: Bool, by actor: AuditActor) async throws {
        let outcome = keepsData ? "done: its data is kept" : "done: its data is to be erased"
        let trail = vault.trail(actor, ("client.delete", "clients/\(id)", outcome))
        let time = vault.now()
        try await uncancelled { [self] in
            let removal = try await store.removeClient(id, erasingSince: keepsData ? nil : time, audit: trail)
            guard let removal else { throw AccountsError.unknownClient(id) }
            directory.withLock { $0.remove(client: id, revision: removal) }
            users.forget(client: id)
            watchers.notify(id)
        }
    }
}

extension Clients {
    private func record(of token: SecretString, at time: Date, expiresAt: Date?) -> ClientTokenRecord {
        ClientTokenRecord(
            id: UUID().uuidString.lowercased(),
            hash: hash(of: token),
            lastFour: token.lastFour,
            createdAt: time,
            expiresAt: expiresAt
        )
    }

    /// Changes a client in the store and in memory, and notifies the runs that the change may end.
    ///
    /// If another change was stored first, this change is applied again on top of it.
    func commit(
        _ id: String,
        _ trail: AuditTrail,
        _ change: @escaping @Sendable (inout ClientRecord) throws(AccountsError) -> Void
    ) async throws -> ClientDescription {
        let time = vault.now()
        return try await uncancelled { [self] in
            var attempts = 0
            while true {
                guard var record = directory.withLock({ $0[id] }) else { throw AccountsError.unknownClient(id) }
                try change(&record)
                record.changedAt = time
                record.revision += 1
                let revision: Int
                do {
                    revision = try await store.updateClient(record, audit: trail)
                } catch let error as StoreError where error.code == .conflict {
                    attempts += 1
                    guard attempts < 10 else {
                        throw AccountsError(
                            .conflict,
                            "Other changes of the client were stored first. Try again; nothing was changed."
                        )
                    }
                    try await reload()
                    continue
                }
                directory.withLock { $0.put(record, revision: revision) }
                watchers.notify(id)
                return ClientDescription(record)
            }
        }
    }
}

extension AccountsError {
    fileprivate static func unknownToken(_ id: String) -> AccountsError {
        AccountsError(
            .unknownClient,
            "The client has no token '\(id.prefix(80))'. Show the client to see its tokens."
        )
    }
}
