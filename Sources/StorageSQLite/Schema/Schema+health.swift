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

    /// How many health samples each client has: to count them each time would take as long as to read them all.
    static let healthCount = """
        CREATE TABLE healthSampleCount (
            client TEXT PRIMARY KEY NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO healthSampleCount (client, count) SELECT client, COUNT(*) FROM healthSample GROUP BY client;

        """
}
