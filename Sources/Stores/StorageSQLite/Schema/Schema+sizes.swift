extension Schema {
    /// The sizes of conversations, runs and clients, because adding them up lasts as long as reading everything.
    ///
    /// Triggers maintain the sum of each client, so that all deletions count, even cascades.
    static let sizes = """
        ALTER TABLE conversation ADD COLUMN turnCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversation ADD COLUMN entryCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE conversation ADD COLUMN byteCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE run ADD COLUMN byteCount INTEGER NOT NULL DEFAULT 0;
        UPDATE conversation SET (turnCount, entryCount, byteCount) = (
            SELECT COALESCE(SUM(kind = 'prompt'), 0), COUNT(*), COALESCE(SUM(LENGTH(CAST(json AS BLOB))), 0)
            FROM transcriptEntry WHERE conversation = conversation.id);
        UPDATE run SET byteCount = LENGTH(CAST(request AS BLOB)) + COALESCE(LENGTH(CAST(pendingCalls AS BLOB)), 0)
            + (SELECT COALESCE(SUM(LENGTH(lines)), 0) FROM runEvents WHERE run = run.id);
        CREATE TABLE clientSize (
            client TEXT PRIMARY KEY NOT NULL,
            byteCount INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO clientSize (client, byteCount) SELECT client, SUM(byteCount) FROM (
            SELECT client, byteCount FROM conversation UNION ALL SELECT client, byteCount FROM run) GROUP BY client;
        \(trigger("conversation"))
        \(trigger("run"))

        """

    /// Returns the triggers that add a table's rows to the sizes of their clients.
    ///
    /// They name no conflict policy, because the policy of the statement that fires a trigger overrides it.
    private static func trigger(_ table: String) -> String {
        """
        CREATE TRIGGER \(table)SizeAdded AFTER INSERT ON \(table) BEGIN
            INSERT INTO clientSize (client, byteCount) SELECT NEW.client, 0
                WHERE NOT EXISTS (SELECT 1 FROM clientSize WHERE client = NEW.client);
            UPDATE clientSize SET byteCount = byteCount + NEW.byteCount WHERE client = NEW.client;
        END;
        CREATE TRIGGER \(table)SizeChanged AFTER UPDATE OF byteCount ON \(table) WHEN NEW.byteCount <> OLD.byteCount BEGIN
            UPDATE clientSize SET byteCount = byteCount + NEW.byteCount - OLD.byteCount WHERE client = NEW.client;
        END;
        CREATE TRIGGER \(table)SizeRemoved AFTER DELETE ON \(table) BEGIN
            UPDATE clientSize SET byteCount = byteCount - OLD.byteCount WHERE client = OLD.client;
        END;
        """
    }
}
