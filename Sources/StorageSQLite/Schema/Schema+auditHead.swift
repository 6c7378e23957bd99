extension Schema {
    /// The audit chain's head: where the chain ends, so that rows cut off its end are missed.
    static let auditHead = """
        CREATE TABLE auditHead (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            count INTEGER NOT NULL,
            hash BLOB NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;

        """
}
