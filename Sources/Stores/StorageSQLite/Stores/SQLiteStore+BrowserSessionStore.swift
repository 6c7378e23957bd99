public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: BrowserSessionStore {
    /// Returns all sign-ins, in the order of their creation.
    public func browserSessions() async throws -> RevisedList<BrowserSessionRecord> {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM browserSession ORDER BY createdAt, id")
            return RevisedList(
                revision: try db.revision(of: .browserSessions),
                records: rows.map(BrowserSessionRecord.init(row:))
            )
        }
    }

    /// Stores a sign-in, and deletes others.
    @discardableResult
    public func addBrowserSession(
        _ record: BrowserSessionRecord,
        removing ids: [String],
        audit: AuditTrail?
    ) async throws -> Int {
        try await write { db in
            try db.removeBrowserSessions(ids)
            try db.execute(
                sql: """
                    INSERT INTO browserSession (hash, id, side, tokenHash, client, agent, createdAt, usedAt, confirmedAt)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    record.hash, record.id, record.side.rawValue, record.tokenHash, record.client, record.agent,
                    record.createdAt.milliseconds, record.usedAt.milliseconds, record.confirmedAt.milliseconds,
                ]
            )
            if let audit { try db.append(audit) }
            return try db.countChange(of: .browserSessions)
        }
    }

    /// Stores the time of the latest request of a sign-in, without counting a change.
    public func setUse(ofBrowserSession id: String, to time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE browserSession SET usedAt = ? WHERE id = ?",
                arguments: [time.milliseconds, id]
            )
        }
    }

    /// Stores the time of a sign-in's confirmation.
    @discardableResult
    public func setConfirmation(ofBrowserSession id: String, to time: Date, audit: AuditTrail?) async throws -> Int {
        try await write { db in
            try db.execute(
                sql: "UPDATE browserSession SET confirmedAt = ? WHERE id = ?",
                arguments: [time.milliseconds, id]
            )
            if let audit { try db.append(audit) }
            return try db.countChange(of: .browserSessions)
        }
    }

    /// Deletes sign-ins.
    @discardableResult
    public func removeBrowserSessions(_ ids: [String], audit: AuditTrail?) async throws -> Int {
        try await write { db in
            try db.removeBrowserSessions(ids)
            if let audit { try db.append(audit) }
            return try db.countChange(of: .browserSessions)
        }
    }
}

extension BrowserSessionRecord {
    fileprivate init(row: Row) {
        self.init(
            hash: row["hash"],
            id: row["id"],
            side: BrowserSide(rawValue: row["side"]) ?? .client,
            tokenHash: row["tokenHash"],
            client: row["client"],
            agent: row["agent"],
            createdAt: Date(milliseconds: row["createdAt"]),
            usedAt: Date(milliseconds: row["usedAt"]),
            confirmedAt: (row["confirmedAt"] as Int64?).map(Date.init(milliseconds:))
        )
    }
}

extension Database {
    fileprivate func removeBrowserSessions(_ ids: [String]) throws {
        for id in ids { try execute(sql: "DELETE FROM browserSession WHERE id = ?", arguments: [id]) }
    }
}
