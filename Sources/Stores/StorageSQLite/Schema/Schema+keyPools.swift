extension Schema {
    /// The health of keys, and rotations.
    ///
    /// Lists of names are stored as text with one name a line. An upstream has at most one rotation that waits for its live check, and an
    /// actor has one for each idempotency key.
    static let keyPools = """
        ALTER TABLE sealedSecret ADD COLUMN weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 0 AND 1000);
        ALTER TABLE sealedSecret ADD COLUMN models TEXT NOT NULL DEFAULT '';
        ALTER TABLE sealedSecret ADD COLUMN tools TEXT NOT NULL DEFAULT '';
        ALTER TABLE sealedSecret ADD COLUMN expiresAt INTEGER;
        CREATE TABLE keyHealth (
            key TEXT PRIMARY KEY NOT NULL REFERENCES sealedSecret (id) ON DELETE CASCADE,
            state TEXT NOT NULL CHECK (state IN ('healthy', 'resting', 'outOfCredit', 'dead')),
            until INTEGER,
            failures INTEGER NOT NULL,
            verdict TEXT CHECK (verdict IN ('verified', 'invalid', 'unknown')),
            verdictReason TEXT,
            checkedAt INTEGER,
            changedAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE rotation (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            upstream TEXT NOT NULL,
            state TEXT NOT NULL CHECK (
                state IN ('requested', 'verifying', 'active', 'draining', 'retired', 'rejected', 'rolled_back')
            ),
            oldKey TEXT NOT NULL,
            newKey TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            lastFour TEXT,
            isForced INTEGER NOT NULL,
            drain INTEGER NOT NULL,
            keep INTEGER NOT NULL,
            actor TEXT NOT NULL,
            idempotencyKey TEXT,
            requestHash BLOB NOT NULL,
            verdict TEXT CHECK (verdict IN ('verified', 'invalid', 'unknown')),
            verdictReason TEXT,
            reason TEXT,
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            activatedAt INTEGER,
            retiredAt INTEGER,
            erasedAt INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX rotationUnderCheck ON rotation (upstream) WHERE state IN ('requested', 'verifying');
        CREATE UNIQUE INDEX rotationOfRequest ON rotation (actor, idempotencyKey) WHERE idempotencyKey IS NOT NULL;
        CREATE INDEX rotationOfUpstream ON rotation (upstream, sequence);

        """

    /// The places that a key may be sent to, one a line, and the first time at which an answer contained it.
    static let keyDestinations = """
        ALTER TABLE sealedSecret ADD COLUMN destinations TEXT;
        ALTER TABLE sealedSecret ADD COLUMN exposedAt INTEGER;

        """
}
