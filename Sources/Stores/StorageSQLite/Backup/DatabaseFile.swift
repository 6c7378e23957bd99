import GRDB
import Glibc
import PrivateFiles
import Storage

/// A database file that is read and copied, but not changed.
///
/// A file of an older version is not migrated. A server may write to the file meanwhile: each call reads the database as of one moment.
public struct DatabaseFile: Sendable {
    /// The path of the file.
    public let path: String

    /// Makes a value for a file, without opening it.
    public init(_ path: String) { self.path = path }

    /// Copies the database as of one moment into a new file with mode 0600, which is on the disk on return.
    ///
    /// `VACUUM INTO` reads in one transaction, so it neither blocks writers nor starts again because of them. It writes live rows only. So
    /// the copy has no deleted rows, and it is one file without a write-ahead log.
    /// - Throws: ``StoreError``; the copy is deleted then.
    public func copy(to copy: String) async throws {
        try PrivateFile.makeNewFile(copy)
        do {
            let queue = try open()
            try await queue.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [copy])
            }
            try PrivateFile.synchronize(copy)
        } catch {
            unlink(copy)
            if let error = error as? DatabaseError, [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode) {
                throw StoreError(
                    .unavailable,
                    "The copy \(copy) cannot be written: the disk is full or has a fault. Make room, or choose another folder.",
                    underlying: error
                )
            }
            throw storeError(for: error)
        }
    }

    /// Checks that the file is an undamaged database of Torii, of this version or an older one.
    /// - Throws: ``StoreError`` with ``StoreError/Code/damaged`` or ``StoreError/Code/superseded``.
    public func check() async throws {
        for suffix in ["", "-wal", "-shm", "-journal"] where access(path + suffix, F_OK) == 0 {
            guard PrivateFile.isRegular(path + suffix) else {
                throw StoreError(
                    .unavailable,
                    "\(path)\(suffix) is not a regular file. Name the file that torii backup wrote."
                )
            }
        }
        do {
            let queue = try open()
            try await queue.read { db in
                guard try db.tableExists("grdb_migrations"), try db.tableExists("vaultRoot") else {
                    throw StoreError(
                        .damaged,
                        "The file \(path) is a database, but not one of Torii. Name another file."
                    )
                }
            }
            try Schema.refuseNewer(queue, path: path)
            if let fault = try Schema.difference(of: queue) {
                throw StoreError(
                    .damaged,
                    "The schema of the database \(path) was changed: \(fault). Undo that, or use another backup."
                )
            }
            let fault = try await queue.read { db in
                let result = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
                guard result == "ok" else { return true }
                return try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") != nil
            }
            guard !fault else { throw damaged }
        } catch {
            throw storeError(for: error)
        }
    }

    /// Moves the write-ahead log of an unused database into the file, and deletes the log.
    package func mergeLog() async throws {
        do {
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        } catch {
            throw storeError(for: error)
        }
    }

    /// Counts the rows of the database.
    public func contents() async throws -> DatabaseContents {
        do {
            return try await open().read { db in try DatabaseContents(db) }
        } catch {
            throw storeError(for: error)
        }
    }
}

extension DatabaseFile {
    private var damaged: StoreError {
        StoreError(
            .damaged,
            "The database \(path) is damaged: some of its pages or rows do not fit. Use another backup."
        )
    }

    private func open() throws -> DatabaseQueue {
        try DatabaseQueue(path: path, configuration: SQLiteStore.readingOnly)
    }

    private func storeError(for error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return damaged
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return StoreError(
                .unavailable,
                "The database \(path) cannot be read. Check that it exists, and the owner of the file and its folder.",
                underlying: error
            )
        default: return StoreError(error, opening: path)
        }
    }
}
