import GRDB
import Storage
import Testing

@testable import StorageSQLite

@Suite struct CacheWriteMigrationTests {
    @Test func usageOfAnOlderVersionHasNoWrittenTokens() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            var record = UsageRecord(client: "c", day: "2026-11-28", slot: 7, model: "m", turns: 1, inputTokens: 10)
            let store = try SQLiteStore(path: path)
            try await store.apply(UsageChanges(used: [record]))
            // The schema is changed back to that of version 21.
            try await store.write { db in
                try db.execute(
                    sql: """
                        ALTER TABLE usage DROP COLUMN cacheWriteTokens;
                        ALTER TABLE usageSlot DROP COLUMN cacheWriteTokens;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '22 %'
                        """
                )
            }
            let migrated = try SQLiteStore(path: path)
            record.cacheWriteTokens = 4
            try await migrated.apply(UsageChanges(used: [record]))
            let days = try await migrated.usage(of: nil, from: "2026-11-01", to: nil, limit: 9)
            #expect(days.map(\.cacheWriteTokens) == [4] && days.map(\.inputTokens) == [20])
            let slots = try await migrated.usage(by: .model, of: nil, in: 0..<9, limit: 9)
            #expect(slots.map(\.cacheWriteTokens) == [4] && slots.map(\.turns) == [2])
        }
    }
}
