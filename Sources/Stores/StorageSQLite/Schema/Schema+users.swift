extension Schema {
    /// Users of clients, the identities by which issuers know them, and their usage.
    ///
    /// An owner has the form of `Owner.text`. The identities of an issuer survive a new row of it, because they name it by its URL or its
    /// word. A reservation of an earlier version, and one of a turn of the client itself, has no owner. The spending of an erased user
    /// stays to the end of the month, under a keyed hash of the person, so that an erasure results in no other budget. Its limits, its plan
    /// and the time of its sign-out stay longer than a token is valid.
    static let users = """
        ALTER TABLE client ADD COLUMN users TEXT;
        ALTER TABLE client ADD COLUMN usersValidFrom INTEGER;
        CREATE TABLE endUser (
            owner TEXT PRIMARY KEY NOT NULL,
            client TEXT NOT NULL,
            person TEXT,
            kind TEXT NOT NULL CHECK (kind IN ('identified', 'anonymous')),
            plan TEXT,
            organization TEXT,
            organizationIssuer TEXT,
            limits TEXT,
            blockedAt INTEGER,
            validFrom INTEGER,
            claimedAt INTEGER,
            createdAt INTEGER NOT NULL,
            seenAt INTEGER NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX endUserBySeen ON endUser (client, seenAt);
        CREATE INDEX endUserByCreation ON endUser (client, createdAt);
        CREATE INDEX endUserOfPerson ON endUser (person);
        CREATE INDEX blockedUser ON endUser (owner) WHERE blockedAt IS NOT NULL;
        CREATE TABLE userIdentity (
            client TEXT NOT NULL,
            issuer TEXT NOT NULL,
            subject TEXT NOT NULL,
            owner TEXT NOT NULL REFERENCES endUser (owner) ON DELETE CASCADE,
            createdAt INTEGER NOT NULL,
            PRIMARY KEY (client, issuer, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX userIdentityOfOwner ON userIdentity (owner);
        CREATE TABLE userUsage (
            client TEXT NOT NULL,
            owner TEXT NOT NULL,
            day INTEGER NOT NULL,
            model TEXT NOT NULL,
            turns INTEGER NOT NULL,
            unsettledTurns INTEGER NOT NULL,
            inputTokens INTEGER NOT NULL,
            cachedInputTokens INTEGER NOT NULL,
            outputTokens INTEGER NOT NULL,
            money INTEGER NOT NULL,
            isUnpriced INTEGER NOT NULL,
            PRIMARY KEY (client, owner, day, model)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE erasedUsage (
            client TEXT NOT NULL,
            person TEXT NOT NULL,
            day INTEGER NOT NULL,
            inputTokens INTEGER NOT NULL,
            outputTokens INTEGER NOT NULL,
            money INTEGER NOT NULL,
            PRIMARY KEY (client, person, day)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE erasedUser (
            client TEXT NOT NULL,
            person TEXT NOT NULL,
            plan TEXT,
            limits TEXT,
            validFrom INTEGER,
            erasedAt INTEGER NOT NULL,
            PRIMARY KEY (client, person)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE newUserCount (
            client TEXT NOT NULL,
            kind TEXT NOT NULL,
            startedAt INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (client, kind)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE reservation ADD COLUMN owner TEXT;

        """
}
