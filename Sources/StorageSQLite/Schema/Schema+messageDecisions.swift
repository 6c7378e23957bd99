extension Schema {
    /// The requests whose message decided a call, by their idempotency keys.
    static let messageDecisions = """
        CREATE TABLE messageDecision (
            client TEXT NOT NULL,
            idempotencyKey TEXT NOT NULL,
            request TEXT NOT NULL,
            run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (client, idempotencyKey)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX messageDecisionOfRun ON messageDecision (run);

        """
}
