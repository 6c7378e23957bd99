extension Schema {
    /// The items of owners' lists, and the last number and the count of each owner.
    ///
    /// The owner is no foreign key, because an organization has no row.
    static let ownedItems = """
        CREATE TABLE ownedItem (
            owner TEXT NOT NULL,
            id INTEGER NOT NULL,
            title TEXT NOT NULL,
            quantity REAL,
            unit TEXT,
            category TEXT,
            place TEXT,
            state TEXT,
            code TEXT,
            note TEXT,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (owner, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ownedItemCount (
            owner TEXT PRIMARY KEY NOT NULL,
            lastID INTEGER NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """
}
