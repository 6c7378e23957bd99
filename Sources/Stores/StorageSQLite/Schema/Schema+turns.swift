extension Schema {
    /// The turns of runs, with the texts by which conversations are searched, and the sign-ins of browsers.
    ///
    /// An entry or turn that a later turn replaced stays; `supersededAt` is the position of the later turn's first entry, so that a
    /// conversation can be read as it was at any number of entries. The texts are apart from the turns, because only a search reads them.
    /// There is no full-text index, because SQLite's would keep pieces of deleted texts in its file. Titles are folded when they are searched.
    static let turns = """
        CREATE TABLE turn (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            run TEXT NOT NULL UNIQUE,
            conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            entryCount INTEGER NOT NULL,
            supersededAt INTEGER,
            model TEXT NOT NULL,
            status TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            endedAt INTEGER NOT NULL,
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX turnOfConversation ON turn (conversation, position);
        CREATE TABLE turnText (
            turn INTEGER PRIMARY KEY NOT NULL REFERENCES turn (sequence) ON DELETE CASCADE,
            folded TEXT NOT NULL
        ) STRICT;
        ALTER TABLE transcriptEntry ADD COLUMN supersededAt INTEGER;
        CREATE TABLE browserSession (
            hash BLOB PRIMARY KEY NOT NULL,
            id TEXT NOT NULL UNIQUE,
            side TEXT NOT NULL CHECK (side IN ('client', 'admin')),
            tokenHash BLOB,
            client TEXT NOT NULL,
            agent TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            usedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// The time at which a browser's sign-in was last confirmed; `NULL` for that of the sign-in.
    static let confirmations = """
        ALTER TABLE browserSession ADD COLUMN confirmedAt INTEGER;

        """
}
