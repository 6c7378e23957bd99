extension Schema {
    /// The number of changes to each list that processes have in memory; `vaultRoot` counts those to secrets.
    static let listRevisions = """
        CREATE TABLE listRevision (
            list TEXT PRIMARY KEY NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO listRevision (list, count)
            VALUES ('browserSessions', 0), ('clients', 0), ('devices', 0), ('toolDefinitions', 0);

        """
}
