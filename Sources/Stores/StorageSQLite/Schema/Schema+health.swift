extension Schema {
    /// Health samples, in the order in which they are read.
    ///
    /// The client is no foreign key, because preset clients have no row; the removal of a client removes its samples.
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

    /// The number of health samples of each client, because counting them lasts as long as reading them all.
    static let healthCount = """
        CREATE TABLE healthSampleCount (
            client TEXT PRIMARY KEY NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO healthSampleCount (client, count) SELECT client, COUNT(*) FROM healthSample GROUP BY client;

        """
}
