extension Schema {
    /// The tool of direct calls, and their sizes apart from those of other runs.
    ///
    /// The indexes contain only direct calls that have ended, so other runs do not pay for them.
    static let calls = """
        ALTER TABLE run ADD COLUMN tool TEXT;
        UPDATE run SET tool = CASE WHEN json_valid(request) THEN json_extract(request, '$.tool') END WHERE model = '';
        DROP INDEX IF EXISTS endedRun;
        CREATE INDEX endedRun ON run (updatedAt)
            WHERE tool IS NULL AND status IN ('completed', 'failed', 'cancelled', 'interrupted');
        CREATE INDEX endedCall ON run (updatedAt)
            WHERE tool IS NOT NULL AND status IN ('completed', 'failed', 'cancelled', 'interrupted');
        CREATE INDEX endedCallOfClient ON run (client, idempotencyKey IS NOT NULL, updatedAt)
            WHERE tool IS NOT NULL AND status IN ('completed', 'failed', 'cancelled', 'interrupted');
        ALTER TABLE clientSize ADD COLUMN callCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE clientSize ADD COLUMN callByteCount INTEGER NOT NULL DEFAULT 0;
        UPDATE clientSize SET byteCount = byteCount - calls.bytes, callCount = calls.count, callByteCount = calls.bytes
            FROM (SELECT client, COUNT(*) AS count, SUM(byteCount) AS bytes FROM run WHERE tool IS NOT NULL GROUP BY client)
                AS calls
            WHERE calls.client = clientSize.client;
        DROP TRIGGER runSizeAdded;
        DROP TRIGGER runSizeChanged;
        DROP TRIGGER runSizeRemoved;
        CREATE TRIGGER runSizeAdded AFTER INSERT ON run BEGIN
            INSERT INTO clientSize (client, byteCount) SELECT NEW.client, 0
                WHERE NOT EXISTS (SELECT 1 FROM clientSize WHERE client = NEW.client);
            UPDATE clientSize SET byteCount = byteCount + IIF(NEW.tool IS NULL, NEW.byteCount, 0),
                callByteCount = callByteCount + IIF(NEW.tool IS NULL, 0, NEW.byteCount),
                callCount = callCount + (NEW.tool IS NOT NULL) WHERE client = NEW.client;
        END;
        CREATE TRIGGER runSizeChanged AFTER UPDATE OF byteCount ON run WHEN NEW.byteCount <> OLD.byteCount BEGIN
            UPDATE clientSize SET byteCount = byteCount + IIF(NEW.tool IS NULL, NEW.byteCount - OLD.byteCount, 0),
                callByteCount = callByteCount + IIF(NEW.tool IS NULL, 0, NEW.byteCount - OLD.byteCount)
                WHERE client = NEW.client;
        END;
        CREATE TRIGGER runSizeRemoved AFTER DELETE ON run BEGIN
            UPDATE clientSize SET byteCount = byteCount - IIF(OLD.tool IS NULL, OLD.byteCount, 0),
                callByteCount = callByteCount - IIF(OLD.tool IS NULL, 0, OLD.byteCount),
                callCount = callCount - (OLD.tool IS NOT NULL) WHERE client = OLD.client;
        END;

        """
}
