import Foundation
import Storage
import StorageSQLite

/// A backend of the store, and where its data is.
///
/// The server names no backend outside of this file; backups name SQLite because they copy its file.
enum StoreKind: Sendable {
    /// A SQLite database, and a folder with the journal's files.
    case sqlite(database: String, journal: String)

    /// Opens the store, creates it if it does not exist, and brings its schema up to date.
    ///
    /// - Parameter isSole: Whether no other process changes conversations and runs while the store is open.
    func open(isSole: Bool = false) throws -> any Store {
        switch self {
        case .sqlite(let database, _): try SQLiteStore(path: database, isSole: isSole)
        }
    }

    /// Whether there is a store.
    var exists: Bool {
        switch self {
        case .sqlite(let database, _): FileManager.default.fileExists(atPath: database)
        }
    }

    /// Makes a store in memory, for a rehearsal of a start.
    static func makeTemporary() throws -> any Store { try SQLiteStore(path: nil) }

    /// Opens an existing store of the current version without changing anything, even while a server uses it.
    ///
    /// - Throws: `StoreError` if the store does not exist or has another version.
    func openReadingOnly() throws -> any Store {
        switch self {
        case .sqlite(let database, _): try SQLiteStore(readingOnly: database)
        }
    }

    /// Opens the journal of events, which no other process can open meanwhile.
    func openJournal() throws -> any EventJournal {
        switch self {
        case .sqlite(_, let journal): try FileJournal(folder: journal)
        }
    }
}

extension Settings {
    /// The backend of the store, as these settings name it.
    var storeKind: StoreKind { .sqlite(database: databasePath, journal: journalPath) }
}
