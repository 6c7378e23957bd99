import Cancellation
import FoundationEssentials
public import KeyVault
public import Secrets
import SignedTokens
import Storage
public import StreamingJSON

extension Issuers {
    /// Returns the issuers of a client, or of all, in the order of their addition.
    public func list(of client: String? = nil) -> [IssuerDescription] {
        let all = rows
        return all.filter { client == nil || $0.record.client == client }.map { Self.description(of: $0, among: all) }
    }

    /// Returns an issuer by its id or name.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownIssuer``.
    public func issuer(_ name: String, of client: String) throws(AccountsError) -> IssuerDescription {
        Self.description(of: try row(named: name, of: client), among: rows)
    }

    /// Adds an issuer, after its documents were read.
    ///
    /// - Returns: The issuer, and the secret that the server has made for the kind `secret`, of which no other copy is shown.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` or ``AccountsError/Code/issuerUnreadable``.
    public func add(
        _ draft: IssuerDraft,
        to client: String,
        by actor: AuditActor
    ) async throws -> (issuer: IssuerDescription, secret: SecretString?) {
        guard !client.hasPrefix("preset:") else {
            throw AccountsError(
                .conflict,
                "The client is in the settings only, so it has no users. Create one with torii clients create."
            )
        }
        let time = vault.now()
        let name = try Self.checked(draft.name)
        let record = IssuerRecord(
            id: UUID().uuidString.lowercased(),
            client: client,
            name: name,
            kind: draft.kind,
            settings: try Self.text(of: draft.settings),
            createdAt: time,
            changedAt: time
        )
        try checkFree(name, of: client, besides: nil)
        // A text, because every library signs HS256 with the bytes of one.
        let secret = draft.kind == .secret ? SecretString.random(byteCount: 32) : nil
        let row = try await row(of: record, secret: secret?.withBytes { Array($0) })
        try await checkUsable(row)
        let trail = vault.trail(
            actor,
            ("issuer.add", "clients/\(client)/issuers/\(record.id)", "done: \(record.kind.rawValue)")
        )
        // Memory must follow the store even if the caller is cancelled between the two.
        try await uncancelled { [self] in
            try reserve(row)
            defer { release(row) }
            if let secret { try await vault.keep(secret, as: record.id, of: Self.shelf, by: actor) }
            let revision: Int
            do { revision = try await store.addIssuer(record, audit: trail) } catch {
                if secret != nil { _ = try? await vault.removeDocument(record.id, of: Self.shelf, by: actor) }
                throw Self.conflict(error)
            }
            apply(row, insteadOf: record.id, revision: revision)
        }
        return (IssuerDescription(row), secret)
    }

    /// Changes an issuer; the tokens that were accepted before are checked again.
    ///
    /// - Parameters:
    ///   - name: The id or name of the issuer.
    ///   - newName: Its new name; `nil` to keep it.
    ///   - settings: The members of its settings that change (RFC 7396); `nil` to keep all of them.
    ///   - revision: The revision that the caller has read; `nil` for whatever it is.
    /// - Throws: ``AccountsError``.
    public func change(
        _ name: String,
        of client: String,
        newName: String?,
        settings: JSONObject?,
        revision: Int?,
        by actor: AuditActor
    ) async throws -> IssuerDescription {
        let old = try self.row(named: name, of: client).record
        guard revision == nil || revision == old.revision else { throw Self.changedMeanwhile }
        var record = old
        if let newName {
            record.name = try Self.checked(newName)
            try checkFree(record.name, of: client, besides: old.id)
        }
        if let settings {
            let known = (try? JSONValue(parsing: old.settings))?.objectValue ?? [:]
            record.settings = try Self.text(of: known.merged(with: settings))
        }
        record.changedAt = vault.now()
        record.revision += 1
        let changed = record
        let row = try await row(of: changed)
        try await checkUsable(row)
        let fields = [newName.map { _ in "name" }, settings.map { _ in "settings" }].compactMap(\.self)
        let trail = vault.trail(
            actor,
            ("issuer.change", "clients/\(client)/issuers/\(changed.id)", "done: \(fields.joined(separator: ", "))")
        )
        try await uncancelled { [self] in
            try reserve(row)
            defer { release(row) }
            let revision: Int
            do { revision = try await store.updateIssuer(changed, audit: trail) } catch { throw Self.conflict(error) }
            apply(row, insteadOf: changed.id, revision: revision)
        }
        return IssuerDescription(row)
    }

    /// Removes an issuer; its tokens end at once.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownIssuer``.
    public func remove(_ name: String, of client: String, by actor: AuditActor) async throws {
        let record = try row(named: name, of: client).record
        let trail = vault.trail(actor, ("issuer.remove", "clients/\(client)/issuers/\(record.id)", "done"))
        try await uncancelled { [self] in
            guard let revision = try await store.removeIssuer(record.id, audit: trail) else {
                throw Self.unknown(name)
            }
            apply(nil, insteadOf: record.id, revision: revision)
            if record.kind == .secret { _ = try await vault.removeDocument(record.id, of: Self.shelf, by: actor) }
        }
    }

    /// Reads the documents of an issuer now; a fault is one of its warnings.
    public func check(_ name: String, of client: String) async throws(AccountsError) -> IssuerDescription {
        let row = try row(named: name, of: client)
        if row.settings != nil { _ = try? await row.keys.read() }
        return Self.description(of: row, among: rows)
    }

    /// The issuers to which clients of `/mcp` are sent for tokens, each once.
    public var issuersForMCP: [String] {
        var names: [String] = []
        for row in rows {
            guard let settings = row.settings, settings.isForMCP else { continue }
            let name = settings.rules.settings.issuer
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Returns the issuers among these of which no token is accepted.
    public func unaccepted(among names: [String]) -> [String] {
        let known = accepted.rules.flatMap { [$0.settings.issuer] + $0.settings.otherIssuers }
        return names.filter { name in !known.contains { $0.utf8.elementsEqual(name.utf8) } }
    }
}

extension Issuers {
    private func row(named name: String, of client: String) throws(AccountsError) -> Row {
        let own = rows.filter { $0.record.client == client }
        // An id is looked for first, so that it never finds another issuer by its name.
        guard let row = own.first(where: { $0.record.id == name }) ?? own.first(where: { $0.record.name == name })
        else { throw Self.unknown(name) }
        return row
    }

    private func checkFree(_ name: String, of client: String, besides id: String?) throws(AccountsError) {
        let isTaken = rows.contains { $0.record.client == client && $0.record.name == name && $0.record.id != id }
        if isTaken {
            throw AccountsError(.conflict, "The client has an issuer with the name \(name). Choose another one.")
        }
    }

    /// Checks that a row can be used, that no token fits it and another one, and that its keys can be read.
    ///
    /// The place is checked once more when the row is stored, because the keys can take seconds.
    private func checkUsable(_ row: Row) async throws(AccountsError) {
        guard row.settings != nil else {
            throw AccountsError(.invalidClient, row.fault ?? "The issuer is invalid.")
        }
        try Self.checkPlace(of: row, among: rows)
        do throws(IssuerFault) { _ = try await row.keys.read() } catch {
            throw AccountsError(.issuerUnreadable, error.description)
        }
    }

    /// Checks that there is room for a row, and that no token fits it and another one, which may have a fault that ends.
    ///
    /// Another process may store a row that overlaps at the same time; then the tokens that fit both are refused, and both rows have a
    /// warning.
    static func checkPlace(of row: Row, among others: [Row]) throws(AccountsError) {
        try checkRoom(for: row.record, among: others.map(\.record))
        guard let rules = row.rules else { return }
        for other in others where other.record.id != row.record.id {
            guard let present = other.rules else { continue }
            do throws(SignedTokensError) { try rules.checkApart(from: present) } catch {
                throw AccountsError(
                    .invalidClient,
                    "\(error.description) The other one is \"\(other.record.name)\" of the client \(other.record.client)."
                )
            }
        }
    }

    private static func checkRoom(for record: IssuerRecord, among others: [IssuerRecord]) throws(AccountsError) {
        // A changed one has its room.
        guard record.revision == 0 else { return }
        // One that is being stored may be in memory already.
        let all = Set(others.map(\.id))
        let own = Set(others.filter { $0.client == record.client }.map(\.id))
        guard own.count < mostOfClient else {
            throw AccountsError(
                .conflict,
                "The client has \(own.count) issuers, which is the most. Remove one that it no longer needs."
            )
        }
        guard all.count < most else {
            throw AccountsError(
                .conflict,
                "All clients together have \(all.count) issuers, which is the most. Remove one that no client needs."
            )
        }
    }

    /// Describes a row, with a warning for each other one that would accept its tokens.
    private static func description(of row: Row, among rows: [Row]) -> IssuerDescription {
        var issuer = IssuerDescription(row)
        guard let rules = row.settings?.rules else { return issuer }
        for other in rows where other.record.id != row.record.id {
            guard let present = other.settings?.rules, rules.overlaps(present) else { continue }
            issuer.warnings.append(
                "Tokens that also fit the issuer \"\(other.record.name)\" of the client \(other.record.client) are refused. "
                    + "Change or remove one of the two."
            )
        }
        return issuer
    }

    private static func checked(_ name: String) throws(AccountsError) -> String {
        // The route of trials has this word in the place of an issuer, and ids are UUIDs.
        guard name.isGivenName(upTo: 64), name != "test", UUID(uuidString: name) == nil else {
            throw AccountsError(
                .invalidClient,
                "The name of an issuer has 1 to 64 letters, digits, dots, dashes and underscores. It starts with a letter or a "
                    + "digit, has not the form of an id, and is not \"test\"."
            )
        }
        return name
    }

    private static func text(of settings: JSONObject) throws(AccountsError) -> String {
        let text = JSONValue.object(settings).serialized()
        guard text.utf8.count <= IssuerSettings.longest else {
            throw AccountsError(
                .invalidClient,
                "The issuer's settings have more than 64 KiB. Remove what tokens do not name."
            )
        }
        return text
    }

    private static func conflict(_ error: any Error) -> any Error {
        (error as? StoreError)?.code == .conflict ? changedMeanwhile : error
    }

    private static let changedMeanwhile = AccountsError(
        .conflict,
        "The client or its issuers were changed by someone else meanwhile. Read them again and try again; nothing was changed."
    )

    private static func unknown(_ name: String) -> AccountsError {
        AccountsError(
            .unknownIssuer,
            "The client has no issuer \"\(name.excerpt())\". List its issuers to see their names."
        )
    }
}
