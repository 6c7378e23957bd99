extension Schema {
    /// The definitions of other servers' tools.
    static let toolDefinitions = """
        CREATE TABLE toolDefinition (
            server TEXT NOT NULL,
            tool TEXT NOT NULL,
            acceptedDigest TEXT,
            seenDigest TEXT NOT NULL,
            summary TEXT NOT NULL,
            seenAt INTEGER NOT NULL,
            acceptedAt INTEGER,
            PRIMARY KEY (server, tool)
        ) WITHOUT ROWID;

        """
}
