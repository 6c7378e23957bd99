public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: KeyHistoryStore {
    /// Stores changes and outcomes in one transaction.
    public func addKeyHistory(_ changes: [KeyChangeRecord], _ outcomes: [KeyOutcomesRecord]) async throws {
        try await write { db in
            for change in changes { try change.insert(in: db) }
            for outcome in outcomes { try outcome.add(in: db) }
        }
    }

    /// Returns the latest change of each key.
    public func latestKeyChanges() async throws -> [KeyChangeRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM keyChange WHERE sequence IN (SELECT MAX(sequence) FROM keyChange GROUP BY key)
                    ORDER BY sequence
                    """
            ).map(KeyChangeRecord.init(row:))
        }
    }

    /// Returns the changes of an upstream's keys in a part of time, and the last change of each key before it.
    public func keyChanges(of upstream: String, in time: Range<Date>, limit: Int) async throws -> [KeyChangeRecord] {
        try await read { db in
            let before = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM keyChange WHERE sequence IN (
                        SELECT MAX(sequence) FROM keyChange WHERE upstream = ? AND time < ? GROUP BY key)
                    ORDER BY time, sequence
                    """,
                arguments: [upstream, time.lowerBound.milliseconds]
            )
            let within = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM keyChange WHERE upstream = ? AND time >= ? AND time < ?
                    ORDER BY time DESC, sequence DESC LIMIT ?
                    """,
                arguments: [
                    upstream, time.lowerBound.milliseconds, time.upperBound.milliseconds, max(0, limit),
                ]
            )
            return (before + within.reversed()).map(KeyChangeRecord.init(row:))
        }
    }

    /// Returns the outcomes of an upstream's keys in a part of time, summed over steps.
    public func keyOutcomes(
        of upstream: String,
        in minutes: Range<Int>,
        step: Int,
        limit: Int
    ) async throws -> [KeyOutcomesRecord] {
        let step = max(1, step)
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT upstream, key, minute / ? * ? AS start, SUM(accepted) AS accepted, SUM(refused) AS refused,
                        SUM(outOfCredit) AS outOfCredit, SUM(limited) AS limited, SUM(failed) AS failed
                    FROM keyOutcomes WHERE upstream = ? AND minute >= ? AND minute < ?
                    GROUP BY start, key ORDER BY start DESC, key DESC LIMIT ?
                    """,
                arguments: [step, step, upstream, minutes.lowerBound, minutes.upperBound, max(0, limit)]
            ).reversed().map(KeyOutcomesRecord.init(row:))
        }
    }

    /// Deletes what is older than a time.
    public func deleteKeyHistory(before time: Date, keeping most: Int) async throws {
        let limit = time.milliseconds
        try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM keyChange WHERE time < ? AND (state = 'removed' OR sequence NOT IN (
                        SELECT MAX(sequence) FROM keyChange WHERE time < ? GROUP BY key))
                    """,
                arguments: [limit, limit]
            )
            try db.execute(
                sql: """
                    DELETE FROM keyChange WHERE sequence IN (
                        SELECT sequence FROM (
                            SELECT sequence, ROW_NUMBER() OVER (PARTITION BY key ORDER BY sequence DESC) AS place
                            FROM keyChange) WHERE place > ?)
                    """,
                arguments: [max(1, most)]
            )
            try db.execute(sql: "DELETE FROM keyOutcomes WHERE minute < ?", arguments: [limit / 60_000])
        }
    }
}

extension KeyChangeRecord {
    fileprivate init(row: Row) {
        // The checks of the table allow no other words.
        let state = State(rawValue: row["state"]) ?? .healthy
        self.init(
            key: row["key"],
            upstream: row["upstream"],
            time: Date(milliseconds: row["time"]),
            state: state == .healthy && row["until"] != nil ? .inDoubt : state,
            cause: Cause(rawValue: row["cause"]) ?? .known,
            until: (row["until"] as Int64?).map(Date.init(milliseconds:))
        )
    }

    fileprivate func insert(in db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO keyChange (key, upstream, time, state, cause, until) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(
            arguments: [
                key, upstream, time.milliseconds,
                // As in the health of keys, a doubt is stored as a health with an end.
                (state == .inDoubt ? .healthy : state).rawValue, cause.rawValue, until?.milliseconds,
            ]
        )
    }
}

extension KeyOutcomesRecord {
    fileprivate init(row: Row) {
        self.init(
            key: row["key"],
            upstream: row["upstream"],
            minute: row["start"],
            accepted: row["accepted"],
            refused: row["refused"],
            outOfCredit: row["outOfCredit"],
            limited: row["limited"],
            failed: row["failed"]
        )
    }

    fileprivate func add(in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO keyOutcomes (upstream, minute, key, accepted, refused, outOfCredit, limited, failed)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET accepted = accepted + excluded.accepted, refused = refused + excluded.refused,
                        outOfCredit = outOfCredit + excluded.outOfCredit, limited = limited + excluded.limited,
                        failed = failed + excluded.failed
                """
        ).execute(arguments: [upstream, minute, key, accepted, refused, outOfCredit, limited, failed])
    }
}
