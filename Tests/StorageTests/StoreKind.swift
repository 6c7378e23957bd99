import Storage

/// The stores that every conformance suite runs over.
enum StoreKind: CaseIterable {
    case memory
    case file

    func withStore<Result>(_ body: (SQLiteStore) async throws -> Result) async throws -> Result {
        switch self {
        case .memory:
            return try await body(SQLiteStore(path: nil))
        case .file:
            return try await TemporaryFolder().with { folder in
                try await body(SQLiteStore(path: folder + "/torii.sqlite"))
            }
        }
    }
}
