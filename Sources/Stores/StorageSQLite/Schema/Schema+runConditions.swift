import GRDB

extension Schema {
    /// The condition of runs that have ended, in the words of the indexes of such runs.
    ///
    /// SQLite uses a partial index only for a query with the same words. A list of more than two words after `IN` is a table in memory for
    /// it, which each change of a row opens, fills and frees for each index; comparisons are not. Migration 33 contains these words, so
    /// other words need a migration of their own.
    static let runIsOver =
        "(status = 'completed' OR status = 'failed' OR status = 'cancelled' OR status = 'interrupted')"

    /// The condition of runs that have not ended, in the words of the index of such runs.
    static let runIsUnfinished = "(status = 'queued' OR status = 'running' OR status = 'waiting')"

    /// Replaces the lists in the conditions on runs by comparisons, and the queries in the triggers that add new rows to the sizes.
    static func addRunConditions(_ db: Database) throws {
        // The text of the check is edited, as SQLite's documentation of ALTER TABLE describes for checks, because a new table would be a
        // copy of all runs. A check with other words, of a database that was edited, stays as it is. RESET makes this connection read the schema
        // again; the indexes make others do so.
        try db.execute(sql: "PRAGMA writable_schema = ON")
        try db.execute(
            sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = 'run'",
            arguments: [
                "status IN ('queued', 'running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted')",
                "\(runIsUnfinished) OR \(runIsOver)",
            ]
        )
        try db.execute(sql: "PRAGMA writable_schema = RESET")
        try db.execute(sql: runIndexes + addedSizes)
    }

    private static let runIndexes = """
        DROP INDEX unfinishedRun;
        DROP INDEX endedRun;
        DROP INDEX endedCall;
        DROP INDEX endedCallOfClient;
        CREATE INDEX unfinishedRun ON run (createdAt) WHERE \(runIsUnfinished);
        CREATE INDEX endedRun ON run (updatedAt, status) WHERE tool IS NULL AND \(runIsOver);
        CREATE INDEX endedCall ON run (updatedAt, status) WHERE tool IS NOT NULL AND \(runIsOver);
        CREATE INDEX endedCallOfClient ON run (client, idempotencyKey IS NOT NULL, updatedAt)
            WHERE tool IS NOT NULL AND \(runIsOver);

        """

    /// The triggers that add new rows to the sizes.
    ///
    /// The policy of the statement that fires a trigger overrides `INSERT OR …` in it, but not `ON CONFLICT`.
    private static let addedSizes = """
        DROP TRIGGER conversationSizeAdded;
        DROP TRIGGER runSizeAdded;
        CREATE TRIGGER conversationSizeAdded AFTER INSERT ON conversation BEGIN
            INSERT INTO clientSize (client, byteCount) VALUES (NEW.client, NEW.byteCount)
                ON CONFLICT (client) DO UPDATE SET byteCount = byteCount + excluded.byteCount;
        END;
        CREATE TRIGGER runSizeAdded AFTER INSERT ON run BEGIN
            INSERT INTO clientSize (client, byteCount, callByteCount, callCount)
                VALUES (NEW.client, IIF(NEW.tool IS NULL, NEW.byteCount, 0), IIF(NEW.tool IS NULL, 0, NEW.byteCount),
                    NEW.tool IS NOT NULL)
                ON CONFLICT (client) DO UPDATE SET byteCount = byteCount + excluded.byteCount,
                    callByteCount = callByteCount + excluded.callByteCount, callCount = callCount + excluded.callCount;
        END;
        \(addedSizesOfUsers("clientSize", of: "byteCount", in: "byteCount"))
        \(addedSizesOfUsers("healthSampleCount", of: "count", in: "healthSampleCount"))

        """

    private static func addedSizesOfUsers(_ table: String, of column: String, in sum: String) -> String {
        """
        DROP TRIGGER \(table)OfUserAdded;
        CREATE TRIGGER \(table)OfUserAdded AFTER INSERT ON \(table) WHEN instr(NEW.client, '/') > 0 BEGIN
            INSERT INTO usersSize (client, \(sum))
                VALUES (substr(NEW.client, 1, instr(NEW.client, '/') - 1), NEW.\(column))
                ON CONFLICT (client) DO UPDATE SET \(sum) = \(sum) + excluded.\(sum);
        END;
        """
    }
}
