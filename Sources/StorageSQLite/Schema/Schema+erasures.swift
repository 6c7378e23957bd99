extension Schema {
    /// Erasures under way with what they have deleted so far, and titles of conversations.
    ///
    /// A conversation that was begun before has no title.
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
