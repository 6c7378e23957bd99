extension Schema {
    /// The changes of keys' states, and the outcomes of calls per minute.
    ///
    /// They refer to no other table, because the history of a removed key stays for some days.
    static let keyHistory = """
        CREATE TABLE keyChange (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL,
            upstream TEXT NOT NULL,
            time INTEGER NOT NULL,
            state TEXT NOT NULL
                CHECK (state IN ('healthy', 'resting', 'out_of_credit', 'dead', 'retired', 'removed')),
            cause TEXT NOT NULL CHECK (cause IN ('added', 'known', 'limited', 'refused', 'out_of_credit', 'accepted',
                'checked', 'restored', 'rotated', 'rolled_back', 'removed')),
            until INTEGER
        ) STRICT;
        CREATE INDEX keyChangeOfUpstream ON keyChange (upstream, time);
        CREATE INDEX keyChangeOfKey ON keyChange (key, sequence);
        CREATE TABLE keyOutcomes (
            upstream TEXT NOT NULL,
            minute INTEGER NOT NULL,
            key TEXT NOT NULL,
            accepted INTEGER NOT NULL,
            refused INTEGER NOT NULL,
            outOfCredit INTEGER NOT NULL,
            limited INTEGER NOT NULL,
            failed INTEGER NOT NULL,
            PRIMARY KEY (upstream, minute, key)
        ) STRICT, WITHOUT ROWID;

        """
}
