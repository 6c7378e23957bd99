import Foundation
import GRDB
import Storage
import Testing

@testable import StorageSQLite

@Suite struct RevisionMigrationTests {
    @Test func listsOfAnOlderVersionStartToBeCounted() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            func record(_ id: String) -> ClientRecord {
                ClientRecord(id: id, name: id, scopes: "chat", createdAt: .now, changedAt: .now)
            }
            let store = try SQLiteStore(path: path)
            _ = try await store.addClient(record("a"), audit: .none)
            // The schema is changed back to that of version 25.
            try await store.write { db in
                try db.execute(
                    sql: "DROP TABLE listRevision; DELETE FROM grdb_migrations WHERE identifier LIKE '26 %'"
                )
            }
            try store.close()
            let migrated = try SQLiteStore(path: path)
            let list = try await migrated.clients()
            #expect(list.records.map(\.id) == ["a"] && list.revision == 0)
            #expect(try await migrated.addClient(record("b"), audit: .none) == 1)
            #expect(try await migrated.revisions().clients == 1)
        }
    }
}
