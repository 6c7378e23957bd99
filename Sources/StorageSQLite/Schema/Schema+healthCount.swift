extension Schema {
    /// How many health samples each client has: to count them each time would take as long as to read them all.
    static let healthCount = """
        CREATE TABLE healthSampleCount (
            client TEXT PRIMARY KEY NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO healthSampleCount (client, count) SELECT client, COUNT(*) FROM healthSample GROUP BY client;

        """
}
