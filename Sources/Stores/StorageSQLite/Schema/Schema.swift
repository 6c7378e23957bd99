import GRDB
import Storage

/// The tables of the database and their migrations.
///
/// Versions only go forward; a published migration is never edited.
enum Schema {
    /// The migrations, in the order in which they are applied.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 conversations, inventory, vault and client tokens") { db in
            try db.execute(sql: conversations + inventory + vault + clientTokens)
        }
        migrator.registerMigration("2 audit chain") { db in try db.execute(sql: audit) }
        migrator.registerMigration("3 key pools and rotations") { db in try db.execute(sql: keyPools) }
        migrator.registerMigration("4 audit head") { db in try db.execute(sql: auditHead) }
        migrator.registerMigration("5 clients, limits and usage") { db in try db.execute(sql: clients) }
        migrator.registerMigration("6 runs and events") { db in try db.execute(sql: runs) }
        migrator.registerMigration("7 inventory search") { db in try addInventorySearch(db) }
        migrator.registerMigration("8 health samples") { db in try db.execute(sql: health) }
        migrator.registerMigration("9 number of health samples") { db in try db.execute(sql: healthCount) }
        migrator.registerMigration("10 sizes of conversations, runs and clients") { db in try db.execute(sql: sizes) }
        migrator.registerMigration("11 erasures and titles") { db in try db.execute(sql: erasures) }
        migrator.registerMigration("12 decisions by message") { db in try db.execute(sql: messageDecisions) }
        migrator.registerMigration("13 direct calls") { db in try db.execute(sql: calls) }
        migrator.registerMigration("14 metadata of conversations and places of turns") { db in
            try db.execute(sql: threads)
        }
        migrator.registerMigration("15 definitions of other servers' tools") { db in
            try db.execute(sql: toolDefinitions)
        }
        migrator.registerMigration("16 turns and browser sessions") { db in try db.execute(sql: turns) }
        migrator.registerMigration("17 usage by time") { db in try db.execute(sql: usageByTime) }
        migrator.registerMigration("18 times of runs") { db in try db.execute(sql: runListings) }
        migrator.registerMigration("19 history of keys") { db in try db.execute(sql: keyHistory) }
        migrator.registerMigration("20 confirmations of sign-ins") { db in try db.execute(sql: confirmations) }
        migrator.registerMigration("21 devices and toolboxes") { db in try db.execute(sql: devices) }
        migrator.registerMigration("22 tokens written to caches") { db in try db.execute(sql: cacheWrites) }
        migrator.registerMigration("23 destinations of keys") { db in try db.execute(sql: keyDestinations) }
        migrator.registerMigration("24 instructions of clients") { db in
            try db.execute(sql: "ALTER TABLE client ADD COLUMN instructions TEXT")
        }
        migrator.registerMigration("25 workers of runs, reservations and rotations") { db in
            try db.execute(sql: workers)
        }
        migrator.registerMigration("26 revisions of lists") { db in try db.execute(sql: listRevisions) }
        migrator.registerMigration("27 users") { db in try db.execute(sql: users) }
        migrator.registerMigration("28 own inventory") { db in try db.execute(sql: ownedItems) }
        migrator.registerMigration("29 runs apart") { db in try db.execute(sql: runsApart) }
        migrator.registerMigration("30 issuers") { db in try db.execute(sql: issuers) }
        migrator.registerMigration("31 sizes of users together") { db in try db.execute(sql: usersSize) }
        migrator.registerMigration("32 models and efforts of clients") { db in
            // The names of models have spaces between them.
            try db.execute(sql: "ALTER TABLE client ADD COLUMN models TEXT; ALTER TABLE client ADD COLUMN effort TEXT")
        }
        migrator.registerMigration("33 conditions of runs without lists") { db in try addRunConditions(db) }
        return migrator
    }

    /// Migrates a database; refuses one that a newer version has written.
    static func migrate(_ database: any DatabaseWriter, path: String?) throws {
        try refuseNewer(database, path: path)
        try migrator.migrate(database)
    }

    /// Refuses a database of any other version, because the caller must not change it.
    static func requireCurrent(_ database: any DatabaseReader, path: String?) throws {
        try refuseNewer(database, path: path)
        guard try database.read({ db in try migrator.hasCompletedMigrations(db) }) else {
            throw StoreError(
                .outdated,
                "The database \(path ?? "in memory") was written by an older version of Torii. The next start brings it up to date."
            )
        }
    }

    /// Refuses a database that a newer version has written.
    static func refuseNewer(_ database: any DatabaseReader, path: String?) throws {
        if try database.read({ db in try migrator.hasBeenSuperseded(db) }) {
            throw StoreError(
                .superseded,
                "The database \(path ?? "in memory") was written by a newer version of Torii. Start that version, or put a backup "
                    + "from before it in place; nothing was changed."
            )
        }
    }

    /// Returns how the tables, indexes and triggers of a database differ from those that its migrations make; `nil` if they do not.
    ///
    /// A trigger or a view of somebody else would work inside the server from the first change on.
    static func difference(of database: some DatabaseReader) throws -> String? {
        let last = try database.read { db in try migrator.appliedMigrations(db).last }
        let reference = try DatabaseQueue()
        if let last { try migrator.migrate(reference, upTo: last) }
        let expected = try reference.read { db in try SchemaObject.all(in: db) }
        let found = try database.read { db in try SchemaObject.all(in: db) }
        for (name, object) in found.sorted(by: { $0.key < $1.key }) where expected[name] != object {
            let kind = expected[name] == nil ? "Torii has no" : "Torii has another"
            let shown = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(60)
            return "\(kind) \(object.type) '\(shown)'"
        }
        return expected.keys.filter { found[$0] == nil }.min().map {
            "it lacks the \(expected[$0]?.type ?? "") '\($0)'"
        }
    }

    /// A table, index, trigger or view, by what it does and not by how it is written.
    private struct SchemaObject: Equatable {
        let type: String
        /// The table it belongs to.
        let table: String
        /// The columns of a table or index; the text of everything else.
        let content: String

        /// All objects of a database by their names, without those of SQLite itself.
        static func all(in db: Database) throws -> [String: SchemaObject] {
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'"
            )
            var objects: [String: SchemaObject] = [:]
            for row in rows {
                let (type, name): (String, String) = (row["type"], row["name"])
                let text = ((row["sql"] as String?) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let isPlainTable = type == "table" && text.uppercased().hasPrefix("CREATE TABLE ")
                let columns =
                    isPlainTable
                    ? try Row.fetchAll(db, sql: "SELECT * FROM pragma_table_xinfo(?)", arguments: [name]) : []
                objects[name] = SchemaObject(
                    type: type,
                    table: row["tbl_name"],
                    content: isPlainTable
                        ? columns.map { "\($0["name"] as String) \($0["hidden"] as Int)" }.joined(separator: ",") : text
                )
            }
            return objects
        }
    }

    private static let conversations = """
        CREATE TABLE conversation (
            id TEXT PRIMARY KEY NOT NULL,
            client TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX conversationOfClient ON conversation (client, updatedAt);
        CREATE TABLE transcriptEntry (
            conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            json TEXT NOT NULL,
            PRIMARY KEY (conversation, position)
        ) STRICT;

        """

    private static let inventory = """
        CREATE TABLE inventoryItem (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            foldedTitle TEXT NOT NULL,
            quantity REAL,
            unit TEXT,
            category TEXT,
            place TEXT,
            state TEXT,
            code TEXT,
            note TEXT,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX inventoryItemByUpdate ON inventoryItem (updatedAt);

        """

    // The only row of `vaultRoot` also counts the changes to secrets. An upstream has at most one active secret with the same fingerprint.
    private static let vault = """
        CREATE TABLE vaultRoot (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            masterKeyID TEXT NOT NULL,
            sealed BLOB NOT NULL,
            revision INTEGER NOT NULL DEFAULT 0,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE sealedSecret (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            upstream TEXT NOT NULL,
            label TEXT NOT NULL,
            masterKeyID TEXT NOT NULL,
            sealed BLOB NOT NULL,
            lastFour TEXT,
            fingerprint TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('active', 'retired', 'removed')),
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX activeSecret ON sealedSecret (upstream, fingerprint) WHERE state = 'active';

        """

    private static let clientTokens = """
        CREATE TABLE clientToken (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            hash BLOB NOT NULL UNIQUE,
            createdAt INTEGER NOT NULL
        ) STRICT;

        """
}
