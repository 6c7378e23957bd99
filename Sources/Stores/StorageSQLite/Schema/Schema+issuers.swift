extension Schema {
    /// The issuers of tokens for users.
    ///
    /// The last three kinds are of installations, which prove themselves by a key.
    static let issuers = """
        CREATE TABLE issuer (
            id TEXT PRIMARY KEY NOT NULL,
            client TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('openid', 'key', 'secret', 'app_attest', 'android_key', 'anonymous')),
            settings TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            UNIQUE (client, name)
        ) STRICT;
        INSERT INTO listRevision (list, count) VALUES ('issuers', 0);

        """
}
