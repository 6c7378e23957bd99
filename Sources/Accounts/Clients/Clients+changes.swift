public import FoundationEssentials
public import KeyVault
import Secrets
import Storage
import Synchronization

extension Clients {
    /// Makes a client with one token, which lasts as long as the client.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` for what cannot be, and with
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
            expiresAt: draft.expiresAt,
            createdAt: time,
            changedAt: time,
            tokens: [tokenRecord]
        )
        let trail = vault.trail(actor, ("client.create", "clients/\(client.id)", "done: \(client.scopes)"))
        // Memory must follow the store even if the caller is cancelled half-way, so both happen in a task of their own.
        try await Task {
            let reservation = try directory.withLock { directory throws(AccountsError) in
                try directory.reserve(name, for: client.id)
            }
            defer { directory.withLock { $0.release(reservation) } }
            try await store.addClient(client, audit: trail)
            directory.withLock { $0.put(client) }
        }.value
        return IssuedToken(client: ClientDescription(client), id: tokenRecord.id, token: token)
    }

    /// Changes a client; it counts from the next request on, and what runs already goes on.
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
        // As in `create`; the reservation ends when the change is in memory.
        return try await Task {
            let reservation = try directory.withLock { directory throws(AccountsError) in
                try directory.reserve(name, for: id)
            }
            defer { directory.withLock { $0.release(reservation) } }
            return try await commit(id, trail) { record throws(AccountsError) in try change.apply(to: &record, at: time)
            }
        }.value
    }

    /// Issues one more token for a client.
    /// - Parameter expiresAt: From when on the token is refused; nil for as long as the client lasts.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``, or ``AccountsError/Code/invalidClient`` for a time that
    ///   is over.
    public func issueToken(for id: String, expiresAt: Date? = nil, by actor: AuditActor) async throws -> IssuedToken {
        let time = vault.now()
        if let expiresAt, expiresAt <= time {
            throw AccountsError(.invalidClient, "The token would be expired already. Give a time in the future.")
        }
        let token = SecretString.accessToken()
        let issued = record(of: token, at: time, expiresAt: expiresAt)
        let trail = vault.trail(actor, ("client.token.issue", "clients/\(id)/tokens/\(issued.id)", "done"))
        let client = try await commit(id, trail) { record throws(AccountsError) in record.tokens.append(issued) }
        return IssuedToken(client: client, id: issued.id, token: token)
    }

    /// Issues a new token and lets old ones live on for a while.
    /// - Parameters:
    ///   - id: The client's id.
    ///   - tokenID: The token to replace; nil for all that the client has.
    ///   - overlap: How long an old token is accepted yet; one that ends sooner ends when it would have. Zero ends it at once.
    ///   - actor: Who asks for it.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` when there is no such client or token.
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

    /// Takes a token back, at once and also for the runs that it has begun.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` when there is no such client or token.
    @discardableResult
    public func revokeToken(_ tokenID: String, of id: String, by actor: AuditActor) async throws -> ClientDescription {
        let trail = vault.trail(actor, ("client.token.revoke", "clients/\(id)/tokens/\(tokenID)", "done"))
        return try await commit(id, trail) { record throws(AccountsError) in
            guard record.tokens.contains(where: { $0.id == tokenID }) else { throw .unknownToken(tokenID) }
            record.tokens.removeAll { $0.id == tokenID }
        }
    }

    /// Shuts a client out for good, at once and also in the runs that are going on; it stays listed.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``.
    @discardableResult
    public func revoke(_ id: String, by actor: AuditActor) async throws -> ClientDescription {
        let time = vault.now()
        let trail = vault.trail(actor, ("client.revoke", "clients/\(id)", "done"))
        return try await commit(id, trail) { record throws(AccountsError) in record.revokedAt = record.revokedAt ?? time
        }
    }

    /// Removes a client with its tokens, at once and also from the runs that are going on; what it has used stays in the books.
    ///
    /// - Parameter keepsData: Whether its conversations, runs and health samples stay. If not, their erasure is recorded with the removal;
    ///   ``erase(_:of:by:)`` carries it out.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``.
    public func delete(_ id: String, keepsData: Bool, by actor: AuditActor) async throws {
        let outcome = keepsData ? "done: its data is kept" : "done: its data is to be erased"
        let trail = vault.trail(actor, ("client.delete", "clients/\(id)", outcome))
        let time = vault.now()
        // As in `create`.
        try await Task {
            guard try await store.removeClient(id, erasingSince: keepsData ? nil : time, audit: trail) else {
                throw AccountsError.unknownClient(id)
            }
            directory.withLock { $0.remove(client: id) }
            watchers.tell(id)
        }.value
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

    /// Changes a client in the store, takes the change over into memory and tells the runs that it shuts out.
    ///
    /// When someone else was quicker, the change is made again on top of theirs.
    private func commit(
        _ id: String,
        _ trail: AuditTrail,
        _ change: @escaping @Sendable (inout ClientRecord) throws(AccountsError) -> Void
    ) async throws -> ClientDescription {
        let time = vault.now()
        // As in `create`.
        return try await Task {
            var attempts = 0
            while true {
                guard var record = directory.withLock({ $0[id] }) else { throw AccountsError.unknownClient(id) }
                try change(&record)
                record.changedAt = time
                record.revision += 1
                do {
                    try await store.updateClient(record, audit: trail)
                } catch let error as StoreError where error.code == .conflict {
                    attempts += 1
                    guard attempts < 10 else {
                        throw AccountsError(
                            .conflict,
                            "The client is being changed by others. Try again; nothing was changed."
                        )
                    }
                    try await reload()
                    continue
                }
                directory.withLock { $0.put(record) }
                watchers.tell(id)
                return ClientDescription(record)
            }
        }.value
    }
}

extension AccountsError {
    fileprivate static func unknownToken(_ id: String) -> AccountsError {
        AccountsError(
            .unknownClient,
            "The client has no token '\(id.prefix(80))'. Show the client to see which it has."
        )
    }
}
