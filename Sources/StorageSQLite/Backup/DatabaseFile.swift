import GRDB
import Glibc
import Storage

/// A database file that is read and copied; its rows are never changed, and a file of an older version is left old.
///
/// A server may write to it meanwhile: each reading call sees the database at one moment.
public struct DatabaseFile: Sendable {
    /// The file.
    public let path: String

    /// Names a file; nothing is opened yet.
    public init(_ path: String) { self.path = path }

    /// Copies the database at one moment into a new file with mode 0600, which is on disk on return.
    ///
    /// `VACUUM INTO` reads in one transaction, so writers neither wait nor make it start again. It writes live rows only, so what was
    /// deleted is not in the copy, and the copy is one file without a write-ahead log.
    /// - Throws: ``StoreError``; nothing is left of the copy then.
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
            throw worded(error)
        }
    }

    /// Checks that it is a database of Torii, of this version or an older one, and whole.
    /// - Throws: ``StoreError`` with ``StoreError/Code/damaged`` or ``StoreError/Code/superseded``.
    public func check() async throws {
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
            let fault = try await queue.read { db in
                let result = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
                guard result == "ok" else { return true }
                return try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") != nil
            }
            guard !fault else { throw damaged }
        } catch {
            throw worded(error)
        }
    }

    /// Writes the write-ahead log of a database that nobody uses into the file, and deletes the log.
    package func settle() async throws {
        do {
            let queue = try DatabaseQueue(path: path)
            try await queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        } catch {
            throw worded(error)
        }
    }

    /// Counts what is in the database.
    public func contents() async throws -> DatabaseContents {
        do {
            return try await open().read { db in try DatabaseContents(db) }
        } catch {
            throw worded(error)
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
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "Torii, reading only"
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func worded(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return damaged
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return StoreError(
                .unavailable,
                "The database \(path) cannot be read. Check that it is there, and who owns the file and its folder.",
                underlying: error
            )
        default: return StoreError(error, opening: path)
        }
    }
}
