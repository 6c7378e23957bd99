import Foundation
import Storage
import StorageSQLite

/// The backends that every conformance suite runs over, each with its way to open an empty store.
///
/// A further backend adds a case here and its dependency to the target; the suites know the protocols of `Storage` only.
enum StoreOpener: CaseIterable {
    case sqliteInMemory
    case sqliteFile

    /// Opens an empty store, passes it to the body, and removes it afterwards.
    func withStore<Result>(_ body: (any Store) async throws -> Result) async throws -> Result {
        switch self {
        case .sqliteInMemory:
            return try await body(SQLiteStore(path: nil))
        case .sqliteFile:
            return try await withTemporaryFolder { folder in try await body(SQLiteStore(path: folder + "/torii.sqlite"))
            }
        }
    }
}

/// The journals that the conformance suite runs over, each with its way to open an empty one.
enum JournalOpener: CaseIterable {
    case file

    /// Opens an empty journal, passes it to the body with a closure that opens its contents again, and removes it afterwards.
    func withJournal(
        _ body: (_ open: () throws -> any EventJournal) async throws -> Void
    ) async throws {
        switch self {
        case .file: try await withTemporaryFolder { folder in try await body { try FileJournal(folder: folder) } }
        }
    }
}

private func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}
