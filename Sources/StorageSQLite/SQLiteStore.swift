import FoundationEssentials
import GRDB
public import Storage

/// All of Torii's stores in one SQLite database.
///
/// A file is opened as a pool in WAL mode: readers do not wait for the writer, and each commit is on disk (`synchronous=FULL`) before
/// the call returns. The file and its folder are made for the owner only (0600 and 0700). It is closed with the last reference.
public final class SQLiteStore: Store, Sendable {
    private let database: any DatabaseWriter

    /// Opens the database, makes it where it is missing, and brings its schema up to date.
    /// - Parameter path: The database file; nil for a database in memory that is gone with the store.
    public init(path: String?) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "Torii"
        // What is deleted is overwritten, not only unlinked: people ask for a deletion because of what the rows say.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA secure_delete = ON") }
        do {
            if let path {
                try PrivateFile.makeFolder(PrivateFile.folder(of: path))
                try PrivateFile.makeFile(path)
                let pool = try DatabasePool(path: path, configuration: configuration)
                // The pool itself settles for NORMAL, which may lose the last commits when the machine loses power.
                try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
                database = pool
            } else {
                database = try DatabaseQueue(configuration: configuration)
            }
            try Schema.migrate(database, path: path)
        } catch let error as DatabaseError {
            throw StoreError(error, opening: path)
        }
    }

    /// Opens a database to look at it, also while a server uses it: it is neither made nor brought up to date, and every change
    /// fails.
    ///
    /// - Throws: ``StoreError`` when there is none, or none of just this version.
    public init(readingOnly path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "Torii, reading only"
        configuration.readonly = true
        do {
            database = try DatabaseQueue(path: path, configuration: configuration)
            try Schema.requireCurrent(database, path: path)
        } catch let error as DatabaseError {
            throw StoreError(error, opening: path)
        }
    }
}

extension SQLiteStore {
    /// Reads at one moment of the database.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await database.read(body)
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Runs one transaction: all of it is durable on return, or nothing of it happened.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await database.write(body)
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Closes the database before the last reference to the store goes; the store cannot be used any more.
    package func close() throws {
        do {
            try database.close()
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }

    /// Takes rows that were deleted out of the write-ahead log too.
    ///
    /// While someone reads it cannot be emptied; then it is at the next deletion, or when its pages are used again.
    func forgetDeletedRows() async { try? await emptyLog() }

    /// Moves the write-ahead log into the database and truncates it; waits for readers as long as for a lock.
    ///
    /// - Throws: ``StoreError`` when a reader did not finish in time.
    func emptyLog() async throws {
        do {
            _ = try await database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        } catch let error as DatabaseError {
            throw StoreError(error)
        }
    }
}
