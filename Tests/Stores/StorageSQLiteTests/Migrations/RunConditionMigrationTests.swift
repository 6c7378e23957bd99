import Foundation
import GRDB
import Storage
import Testing

@testable import StorageSQLite

@Suite struct RunConditionMigrationTests {
    /// Reads all rows that the changed indexes, checks and triggers are about.
    private static func rows(_ db: Database) throws -> [String] {
        try ["run", "conversation", "clientSize", "usersSize"].flatMap { table in
            try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1").map { "\(table) \($0)" }
        }
    }

    @Test func runsOfAnOlderVersionStay() async throws {
        try await TemporaryFolder().with { folder async throws in
            let path = folder + "/torii.sqlite"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let old = try DatabaseQueue(path: path)
            try Schema.migrator.migrate(old, upTo: "32 models and efforts of clients")
            let before = try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO conversation (id, client, createdAt, updatedAt, byteCount)
                        VALUES ('c', 'app/anna', 0, 0, 7)
                        """
                )
                for (number, status) in RunStatus.allCases.enumerated() {
                    for tool in [nil, "work"] {
                        try db.execute(
                            sql: """
                                INSERT INTO run (id, client, conversation, model, tool, status, request, eventCount,
                                    createdAt, updatedAt, byteCount) VALUES (?, 'app/anna', 'c', '', ?, ?, '{}', 0, 0, ?, 2)
                                """,
                            arguments: ["\(status) \(tool ?? "")", tool, status.rawValue, number]
                        )
                    }
                }
                return try Self.rows(db)
            }
            try old.close()
            let store = try SQLiteStore(path: path)
            #expect(try await store.read { db in try Self.rows(db) } == before)
            let left = try await store.unfinishedRuns(of: SoleLease().leftWork).map(\.status)
            #expect(left == [.queued, .queued, .running, .running, .waiting, .waiting])
            let lists = try await store.read { db in
                try Int.fetchOne(
                    db,
                    sql: "SELECT COUNT(*) FROM sqlite_schema WHERE tbl_name = 'run' AND sql LIKE '% IN (%'"
                )
            }
            #expect(lists == 0)
            // The check allows no other words, as before.
            await #expect(throws: StoreError.self) {
                try await store.write { db in try db.execute(sql: "UPDATE run SET status = 'done'") }
            }
            #expect(try await store.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") } == "ok")
            #expect(try await store.deleteRuns(endedBefore: Date(timeIntervalSince1970: 1), limit: 9) == 4)
            #expect(try await store.deleteCalls(endedBefore: Date(timeIntervalSince1970: 1), limit: 9) == 4)
        }
    }
}
