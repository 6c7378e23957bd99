extension Schema {
    /// Clients with several tokens each, and their usage.
    ///
    /// Usage and reservations have no foreign key, because usage is kept when a client is removed, and preset clients have no row. Earlier,
    /// a client had one token and was of one of two kinds.
    static let clients = """
        CREATE TABLE client (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            requestsPerMinute INTEGER,
            concurrentRuns INTEGER,
            tokensPerMinute INTEGER,
            tokensPerDay INTEGER,
            tokensPerMonth INTEGER,
            moneyPerDay INTEGER,
            moneyPerMonth INTEGER,
            timeZone TEXT,
            expiresAt INTEGER,
            revokedAt INTEGER,
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;
        INSERT INTO client (id, name, scopes, createdAt, changedAt, revision)
            SELECT id, name,
                CASE kind
                    WHEN 'client' THEN 'chat extract tools:*'
                    WHEN 'admin' THEN 'admin:clients admin:keys admin:read'
                    ELSE ''
                END,
                createdAt, createdAt, 0
            FROM clientToken ORDER BY sequence;
        CREATE TABLE accessToken (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            client TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            hash BLOB NOT NULL UNIQUE,
            lastFour TEXT,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER
        ) STRICT;
        CREATE INDEX accessTokenOfClient ON accessToken (client);
        INSERT INTO accessToken (id, client, hash, createdAt)
            SELECT id, id, hash, createdAt FROM clientToken ORDER BY sequence;
        DROP TABLE clientToken;
        CREATE TABLE usage (
            client TEXT NOT NULL,
            day TEXT NOT NULL,
            model TEXT NOT NULL,
            turns INTEGER NOT NULL,
            unsettledTurns INTEGER NOT NULL,
            inputTokens INTEGER NOT NULL,
            cachedInputTokens INTEGER NOT NULL,
            outputTokens INTEGER NOT NULL,
            money INTEGER NOT NULL,
            isUnpriced INTEGER NOT NULL,
            PRIMARY KEY (client, day, model)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reservation (
            id TEXT PRIMARY KEY NOT NULL,
            client TEXT NOT NULL,
            day TEXT NOT NULL,
            model TEXT NOT NULL,
            inputTokens INTEGER NOT NULL,
            outputTokens INTEGER NOT NULL,
            money INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// The usage by quarters of hours, from which days in any time zone are made.
    static let usageByTime = """
        CREATE TABLE usageSlot (
            slot INTEGER NOT NULL,
            client TEXT NOT NULL,
            model TEXT NOT NULL,
            turns INTEGER NOT NULL,
            unsettledTurns INTEGER NOT NULL,
            inputTokens INTEGER NOT NULL,
            cachedInputTokens INTEGER NOT NULL,
            outputTokens INTEGER NOT NULL,
            money INTEGER NOT NULL,
            isUnpriced INTEGER NOT NULL,
            PRIMARY KEY (slot, client, model)
        ) STRICT, WITHOUT ROWID;

        """

    /// The tokens that were written to the providers' caches; earlier, they were counted as other input.
    static let cacheWrites = """
        ALTER TABLE usage ADD COLUMN cacheWriteTokens INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE usageSlot ADD COLUMN cacheWriteTokens INTEGER NOT NULL DEFAULT 0;

        """

    /// Unfinished erasures with the number of rows deleted so far, and titles of conversations.
    ///
    /// Older conversations have no title.
    static let erasures = """
        CREATE TABLE erasure (
            client TEXT PRIMARY KEY NOT NULL,
            scope TEXT NOT NULL CHECK (scope IN ('everything', 'conversations')),
            startedAt INTEGER NOT NULL,
            conversations INTEGER NOT NULL DEFAULT 0,
            runs INTEGER NOT NULL DEFAULT 0,
            healthSamples INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE conversation ADD COLUMN title TEXT;

        """
}
