import Foundation
import GRDB
import OwnerLiterals
import Storage
import Testing

@testable import StorageSQLite

@Suite struct HealthCountMigrationTests {
    @Test func samplesOfAnOlderVersionCount() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            let samples = (0..<3).map { number in
                HealthSampleRecord(
                    metric: "step_count",
                    source: "Phone",
                    start: Date(timeIntervalSince1970: Double(number)),
                    unit: "count",
                    value: 1
                )
            }
            let store = try SQLiteStore(path: path)
            _ = try await store.storeHealthSamples(Array(samples.prefix(2)), of: "c", limit: nil)
            // The schema is changed back to that of version 8.
            try await store.write { db in
                try db.execute(
                    sql: "DROP TABLE healthSampleCount; DELETE FROM grdb_migrations WHERE identifier LIKE '9 %'"
                )
            }
            let summary = try await SQLiteStore(path: path).storeHealthSamples(samples, of: "c", limit: 2)
            #expect(summary == HealthStoreSummary(unchanged: 2, refused: 1))
        }
    }
}
