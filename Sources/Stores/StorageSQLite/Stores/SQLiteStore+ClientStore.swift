public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ClientStore {
    /// Returns all clients, in the order in which they were created.
    public func clients() async throws -> RevisedList<ClientRecord> {
        try await read { db in
            var tokens: [String: [ClientTokenRecord]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT * FROM accessToken ORDER BY sequence") {
                tokens[row["client"], default: []].append(ClientTokenRecord(row: row))
            }
            return RevisedList(
                revision: try db.revision(of: .clients),
                records: try Row.fetchAll(db, sql: "SELECT * FROM client ORDER BY sequence").map { row in
                    ClientRecord(row: row, tokens: tokens[row["id"]] ?? [])
                }
            )
        }
    }

    /// Stores a new client with its tokens.
    @discardableResult
    public func addClient(_ record: ClientRecord, audit: AuditTrail) async throws -> Int {
        try await write { db in
            try record.insert(into: db)
            for token in record.tokens { try token.insert(into: db, of: record.id) }
            try db.append(audit)
            return try db.countChange(of: .clients)
        }
    }

    /// Replaces the client with the same id and the revision before.
    @discardableResult
    public func updateClient(_ record: ClientRecord, audit: AuditTrail) async throws -> Int {
        try await write { db in
            let update = try ClientUpdate(of: ClientRecord.stored(record.id, in: db), to: record)
            try record.update(in: db)
            for id in update.removed {
                try db.execute(sql: "DELETE FROM accessToken WHERE id = ?", arguments: [id])
            }
            for token in update.rescheduled {
                try db.execute(
                    sql: "UPDATE accessToken SET expiresAt = ? WHERE id = ?",
                    arguments: [token.expiresAt?.milliseconds, token.id]
                )
            }
            for token in update.added { try token.insert(into: db, of: record.id) }
            try db.append(audit)
            return try db.countChange(of: .clients)
        }
    }

    /// Deletes a client and its tokens, and records the erasure of its data.
    public func removeClient(_ id: String, erasingSince time: Date?, audit: AuditTrail) async throws -> Int? {
        try await write { db in
            try db.execute(sql: "DELETE FROM issuer WHERE client = ?", arguments: [id])
            if db.changesCount > 0 { _ = try db.countChange(of: .issuers) }
            try db.execute(sql: "DELETE FROM client WHERE id = ?", arguments: [id])
            guard db.changesCount == 1 else { return nil }
            if let time { try db.recordErasure(.everything, of: Owner(client: id), at: time) }
            try db.append(audit)
            return try db.countChange(of: .clients)
        }
    }
}

extension ClientTokenRecord {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"],
            hash: row["hash"],
            lastFour: row["lastFour"],
            createdAt: Date(milliseconds: row["createdAt"]),
            expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:))
        )
    }

    fileprivate func insert(into db: Database, of client: String) throws {
        try db.execute(
            sql: "INSERT INTO accessToken (id, client, hash, lastFour, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [id, client, hash, lastFour, createdAt.milliseconds, expiresAt?.milliseconds]
        )
    }
}

extension ClientRecord {
    /// Reads a client with its tokens; `nil` if there is none.
    fileprivate static func stored(_ id: String, in db: Database) throws -> ClientRecord? {
        let tokens = try Row.fetchAll(
            db,
            sql: "SELECT * FROM accessToken WHERE client = ? ORDER BY sequence",
            arguments: [id]
        )
        return try Row.fetchOne(db, sql: "SELECT * FROM client WHERE id = ?", arguments: [id]).map { row in
            ClientRecord(row: row, tokens: tokens.map(ClientTokenRecord.init(row:)))
        }
    }

    fileprivate init(row: Row, tokens: [ClientTokenRecord]) {
        self.init(
            id: row["id"],
            name: row["name"],
            scopes: row["scopes"],
            limits: ClientLimits(
                requestsPerMinute: row["requestsPerMinute"],
                concurrentRuns: row["concurrentRuns"],
                tokensPerMinute: row["tokensPerMinute"],
                tokensPerDay: row["tokensPerDay"],
                tokensPerMonth: row["tokensPerMonth"],
                moneyPerDay: (row["moneyPerDay"] as Int?).map(Money.init(micros:)),
                moneyPerMonth: (row["moneyPerMonth"] as Int?).map(Money.init(micros:)),
                timeZone: row["timeZone"],
                models: (row["models"] as String?).map { $0.split(separator: " ").map(String.init) },
                effort: row["effort"]
            ),
            instructions: row["instructions"],
            users: row["users"],
            usersValidFrom: (row["usersValidFrom"] as Int64?).map(Date.init(milliseconds:)),
            expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)),
            revokedAt: (row["revokedAt"] as Int64?).map(Date.init(milliseconds:)),
            createdAt: Date(milliseconds: row["createdAt"]),
            changedAt: Date(milliseconds: row["changedAt"]),
            revision: row["revision"],
            tokens: tokens
        )
    }

    /// The values of the columns that may change, in the order of both statements.
    private var values: StatementArguments {
        [
            name, scopes, limits.requestsPerMinute, limits.concurrentRuns, limits.tokensPerMinute, limits.tokensPerDay,
            limits.tokensPerMonth, limits.moneyPerDay?.micros, limits.moneyPerMonth?.micros, limits.timeZone,
            limits.models?.joined(separator: " "), limits.effort, instructions, users, usersValidFrom?.milliseconds,
            expiresAt?.milliseconds, revokedAt?.milliseconds, createdAt.milliseconds, changedAt.milliseconds, revision,
        ]
    }

    fileprivate func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO client
                    (name, scopes, requestsPerMinute, concurrentRuns, tokensPerMinute, tokensPerDay, tokensPerMonth,
                    moneyPerDay, moneyPerMonth, timeZone, models, effort, instructions, users, usersValidFrom,
                    expiresAt, revokedAt, createdAt, changedAt, revision, id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: values + [id]
        )
    }

    fileprivate func update(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE client SET
                    name = ?, scopes = ?, requestsPerMinute = ?, concurrentRuns = ?, tokensPerMinute = ?,
                    tokensPerDay = ?, tokensPerMonth = ?, moneyPerDay = ?, moneyPerMonth = ?, timeZone = ?,
                    models = ?, effort = ?, instructions = ?, users = ?, usersValidFrom = ?, expiresAt = ?,
                    revokedAt = ?, createdAt = ?, changedAt = ?, revision = ?
                WHERE id = ?
                """,
            arguments: values + [id]
        )
    }
}
