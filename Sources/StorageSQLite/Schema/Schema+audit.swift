extension Schema {
    /// The audit chain.
    ///
    /// The triggers are no protection against someone who owns the file; they keep Torii's own code honest.
    static let audit = """
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            object TEXT NOT NULL,
            outcome TEXT NOT NULL,
            time INTEGER NOT NULL,
            requestID TEXT,
            previousHash BLOB NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER auditIsNotChanged BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
        CREATE TRIGGER auditIsNotDeleted BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are never deleted'); END;

        """

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
