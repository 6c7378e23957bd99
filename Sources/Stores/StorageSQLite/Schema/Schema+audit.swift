extension Schema {
    /// The audit chain.
    ///
    /// The triggers do not protect against the owner of the file; they detect errors in Torii itself.
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

    /// The sealed end of the audit chain, which shows when rows are cut off the end.
    static let auditHead = """
        CREATE TABLE auditHead (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            count INTEGER NOT NULL,
            hash BLOB NOT NULL,
            seal BLOB NOT NULL
        ) STRICT;

        """
}
