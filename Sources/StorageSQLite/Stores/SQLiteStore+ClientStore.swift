public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: ClientStore {
    /// All clients, in the order in which they were made.
    public func clients() async throws -> [ClientRecord] {
        try await read { db in
            var tokens: [String: [ClientTokenRecord]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT * FROM accessToken ORDER BY sequence") {
                tokens[row["client"], default: []].append(ClientTokenRecord(row: row))
            }
            return try Row.fetchAll(db, sql: "SELECT * FROM client ORDER BY sequence").map { row in
                ClientRecord(row: row, tokens: tokens[row["id"]] ?? [])
            }
        }
    }

    /// Stores a new client with its tokens.
    public func addClient(_ record: ClientRecord, audit: AuditTrail) async throws {
        try await write { db in
            try record.insert(into: db)
            for token in record.tokens { try token.insert(into: db, of: record.id) }
            try db.append(audit)
        }
    }

    /// Puts a client in the place of the one with the same id and the revision before.
    public func updateClient(_ record: ClientRecord, audit: AuditTrail) async throws {
        try await write { db in
            guard try record.update(in: db) else {
                throw StoreError(
                    .conflict,
                    "The client was changed by someone else meanwhile. Read it again and try again."
                )
            }
            let stored = try Row.fetchAll(db, sql: "SELECT * FROM accessToken WHERE client = ?", arguments: [record.id])
                .map(ClientTokenRecord.init(row:))
            for token in stored where !record.tokens.contains(where: { $0.id == token.id }) {
                try db.execute(sql: "DELETE FROM accessToken WHERE id = ?", arguments: [token.id])
            }
            for token in record.tokens where !stored.contains(token) {
                if stored.contains(where: { $0.id == token.id }) {
                    // Nothing else of a token ever changes.
                    try db.execute(
                        sql: "UPDATE accessToken SET expiresAt = ? WHERE id = ?",
                        arguments: [token.expiresAt?.milliseconds, token.id]
                    )
                } else {
                    try token.insert(into: db, of: record.id)
                }
            }
            try db.append(audit)
        }
    }

    /// Removes a client and its tokens, and records that its data is to be erased.
    public func removeClient(_ id: String, erasingSince time: Date?, audit: AuditTrail) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM client WHERE id = ?", arguments: [id])
            guard db.changesCount == 1 else { return false }
            if let time { try db.recordErasure(.everything, of: id, at: time) }
            try db.append(audit)
            return true
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
                timeZone: row["timeZone"]
            ),
            expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)),
            revokedAt: (row["revokedAt"] as Int64?).map(Date.init(milliseconds:)),
            createdAt: Date(milliseconds: row["createdAt"]),
            changedAt: Date(milliseconds: row["changedAt"]),
            revision: row["revision"],
            tokens: tokens
        )
    }

    /// The columns that may change, in the order of both statements.
    private var values: StatementArguments {
        [
            name, scopes, limits.requestsPerMinute, limits.concurrentRuns, limits.tokensPerMinute, limits.tokensPerDay,
            limits.tokensPerMonth, limits.moneyPerDay?.micros, limits.moneyPerMonth?.micros, limits.timeZone,
            expiresAt?.milliseconds, revokedAt?.milliseconds, createdAt.milliseconds, changedAt.milliseconds, revision,
        ]
    }

    fileprivate func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO client
                    (name, scopes, requestsPerMinute, concurrentRuns, tokensPerMinute, tokensPerDay, tokensPerMonth,
                    moneyPerDay, moneyPerMonth, timeZone, expiresAt, revokedAt, createdAt, changedAt, revision, id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: values + [id]
        )
    }

    /// False when the stored client has another revision than the one before, or is gone.
    fileprivate func update(in db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE client SET
                    name = ?, scopes = ?, requestsPerMinute = ?, concurrentRuns = ?, tokensPerMinute = ?,
                    tokensPerDay = ?, tokensPerMonth = ?, moneyPerDay = ?, moneyPerMonth = ?, timeZone = ?,
                    expiresAt = ?, revokedAt = ?, createdAt = ?, changedAt = ?, revision = ?
                WHERE id = ? AND revision = ?
                """,
            arguments: values + [id, revision - 1]
        )
        return db.changesCount == 1
    }
}
