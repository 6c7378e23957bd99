import FoundationEssentials
import GRDB
import PrivateFiles
public import Storage

/// A store in a SQLite database.
///
/// A file is opened as a pool in WAL mode: readers do not wait for the writer, and each commit is on the disk (`synchronous=FULL`) before
/// the call returns. Only the owner may read the file and its folder (0600 and 0700). The database is closed with the last reference.
public final class SQLiteStore: Store, Sendable {
    let database: any DatabaseWriter
    /// The connection of reads that may be long, so that they never hold one of those that turns use; the database itself if that is in
    /// memory.
    let aside: any DatabaseReader
    /// The connection of searches, each of which reads megabytes, so that lists and the audit do not wait for them.
    let searching: any DatabaseReader
    /// The erasures of this process.
    let erasures = ErasureLine()
    /// The sizes in memory; `nil` if another process may change them.
    let sizeKeeper: SizeKeeper?

    /// Opens the database, creates it if it is missing, and migrates its schema.
    ///
    /// - Parameters:
    ///   - path: The database file; `nil` for a database in memory that exists as long as the store.
    ///   - isSole: Whether nothing but this store changes conversations and runs while it is open, so that their sizes need not be read
    ///     again and again. It is true of a database in memory.
    public init(path: String?, isSole: Bool = false) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "Torii"
        // Deleted rows are overwritten, not only unlinked, because people ask for a deletion to get rid of their contents.
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        do {
            if let path {
                try PrivateFile.makeFolder(PrivateFile.folder(of: path))
                try PrivateFile.makeFile(path)
                let pool = try DatabasePool(path: path, configuration: configuration)
                // The pool sets NORMAL by itself, which may lose the last commits when the machine loses power.
                try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
                database = pool
            } else {
                database = try DatabaseQueue(configuration: configuration)
            }
            try Schema.migrate(database, path: path)
            sizeKeeper = isSole || path == nil ? SizeKeeper() : nil
            if let sizeKeeper { try database.writeWithoutTransaction { db in try sizeKeeper.follow(db) } }
            aside = try path.map { try DatabaseQueue(path: $0, configuration: Self.readingOnly) } ?? database
            searching = try path.map { try DatabaseQueue(path: $0, configuration: Self.readingOnly) } ?? database
        } catch let error as DatabaseError {
            throw StoreError(error, opening: path)
        }
    }

    /// Opens an existing database for reading only, even while a server uses it.
    ///
    /// The database is neither created nor migrated, and every change fails.
    ///
    /// - Throws: ``StoreError`` if there is no database, or one of another version.
    public init(readingOnly path: String) throws {
        do {
            let queue = try DatabaseQueue(path: path, configuration: Self.readingOnly)
            (database, aside, searching) = (queue, queue, queue)
            sizeKeeper = nil
            try Schema.requireCurrent(database, path: path)
        } catch let error as DatabaseError {
            throw StoreError(error, opening: path)
        }
    }
}

extension SQLiteStore {
    /// The configuration of a connection that only reads.
    static var readingOnly: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "Torii, reading only"
        configuration.readonly = true
        return configuration
    }

    /// Reads the database as of one moment.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await read(on: database, body)
    }

    /// Reads as ``read(_:)`` does, on another connection: one read after the other.
    func read<Value: Sendable>(
        on reader: any DatabaseReader,
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await reader.read(body)
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Runs one transaction: all of it is durable on return, or nothing of it happened.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            guard let sizeKeeper else { return try await database.write(body) }
            return try await database.writeWithoutTransaction { db in try sizeKeeper.perform(body, in: db) }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Closes the database before the last reference to the store is released; the store cannot be used after that.
    package func close() throws {
        do {
            try aside.close()
            try searching.close()
            try database.close()
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Removes deleted rows from the write-ahead log, too.
    ///
    /// While there is a reader the log cannot be emptied. Then the next deletion empties it, or its pages are used again.
    func removeDeletedRowsFromLog() async { try? await emptyLog() }

    /// Moves the write-ahead log into the database and truncates it; waits for readers as long as for a lock.
    ///
    /// - Throws: ``StoreError`` if a reader did not finish in time.
    func emptyLog() async throws {
        do {
            _ = try await database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }
}
