extension Schema {
    /// Runs and their events.
    ///
    /// A run is deleted with its conversation, or earlier when its retention ends. The conversation is no foreign key, because it may not
    /// exist yet.
    static let runs = """
        CREATE TABLE run (
            id TEXT PRIMARY KEY NOT NULL,
            client TEXT NOT NULL,
            conversation TEXT NOT NULL,
            model TEXT NOT NULL,
            status TEXT NOT NULL
                CHECK (status IN ('queued', 'running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted')),
            request TEXT NOT NULL,
            idempotencyKey TEXT,
            pendingCalls TEXT,
            eventCount INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX runOfConversation ON run (conversation, createdAt);
        CREATE INDEX runOfKey ON run (client, idempotencyKey) WHERE idempotencyKey IS NOT NULL;
        CREATE INDEX unfinishedRun ON run (createdAt) WHERE status IN ('queued', 'running', 'waiting');
        CREATE INDEX endedRun ON run (updatedAt) WHERE status IN ('completed', 'failed', 'cancelled', 'interrupted');
        CREATE TABLE runEvents (
            run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            first INTEGER NOT NULL,
            count INTEGER NOT NULL,
            lines BLOB NOT NULL,
            PRIMARY KEY (run, first)
        ) STRICT, WITHOUT ROWID;

        """

    /// The metadata of conversations, as JSON text, and the number of entries of a conversation after each run's turn.
    ///
    /// Both are `NULL` in rows of earlier versions.
    static let threads = """
        ALTER TABLE conversation ADD COLUMN metadata TEXT;
        ALTER TABLE run ADD COLUMN entryCount INTEGER;

        """

    /// The runs as operators list them, with their times and counts as JSON texts.
    ///
    /// They have a table of their own, because the rows of `run` are long: a list would read the requests too. The times are `NULL` for
    /// runs of earlier versions. The indexes of ended runs also have the status, so that runs are counted without reading their rows.
    static let runListings = """
        CREATE TABLE runListing (
            run TEXT PRIMARY KEY NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            client TEXT NOT NULL,
            model TEXT NOT NULL,
            tool TEXT,
            status TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            counts TEXT,
            spans TEXT
        ) STRICT, WITHOUT ROWID;
        INSERT INTO runListing SELECT id, client, model, tool, status, createdAt, updatedAt, NULL, NULL FROM run;
        DROP INDEX endedRun;
        DROP INDEX endedCall;
        CREATE INDEX endedRun ON run (updatedAt, status)
            WHERE tool IS NULL AND status IN ('completed', 'failed', 'cancelled', 'interrupted');
        CREATE INDEX endedCall ON run (updatedAt, status)
            WHERE tool IS NOT NULL AND status IN ('completed', 'failed', 'cancelled', 'interrupted');

        """

    /// The requests that answered waiting runs, by their idempotency keys.
    static let messageDecisions = """
        CREATE TABLE messageDecision (
            client TEXT NOT NULL,
            idempotencyKey TEXT NOT NULL,
            request TEXT NOT NULL,
            run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (client, idempotencyKey)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messageDecisionOfRun ON messageDecision (run);

        """

    /// The runs that neither a conversation of their owner nor the list of its ended calls leads to, and the number of erased items.
    ///
    /// A run is apart if its owner has no such conversation when the run is first stored, and if it is no call that has ended then. Only
    /// these runs pay for the index. A conversation is deleted with its runs, so no other run becomes apart.
    static let runsApart = """
        ALTER TABLE run ADD COLUMN isApart INTEGER NOT NULL DEFAULT 0;
        UPDATE run SET isApart = 1 WHERE (tool IS NULL OR status IN ('queued', 'running', 'waiting'))
            AND NOT EXISTS (SELECT 1 FROM conversation WHERE id = run.conversation AND client = run.client);
        CREATE INDEX runApart ON run (client) WHERE isApart = 1;
        CREATE INDEX lateOutputOfClient ON lateOutput (client);
        ALTER TABLE erasure ADD COLUMN items INTEGER NOT NULL DEFAULT 0;

        """
}
