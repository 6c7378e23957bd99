extension Schema {
    /// Health samples, in the order in which they are read.
    ///
    /// Their client is no foreign key, for presets are no rows; whoever removes a client removes them.
    static let health = """
        CREATE TABLE healthSample (
            client TEXT NOT NULL,
            metric TEXT NOT NULL,
            start INTEGER NOT NULL,
            part TEXT NOT NULL,
            source TEXT NOT NULL,
            day INTEGER,
            unit TEXT NOT NULL,
            value REAL NOT NULL,
            minimum REAL,
            maximum REAL,
            PRIMARY KEY (client, metric, start, part, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX healthSampleByStart ON healthSample (start);

        """
}
