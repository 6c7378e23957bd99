import Foundation
import GRDB
import OwnerLiterals
import Storage
import Testing

@testable import StorageSQLite

@Suite struct WorkerMigrationTests {
    @Test func workOfAnOlderVersionIsLeftToTheNodeThatStarts() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            let time = Date(timeIntervalSince1970: 1000)
            let worker = Worker(node: NodeID("a"), epoch: 7)
            let store = try SQLiteStore(path: path)
            let run = RunRecord(
                id: "r",
                owner: "c",
                worker: worker,
                conversation: "",
                model: "m",
                status: .running,
                request: "{}",
                createdAt: time,
                updatedAt: time
            )
            let timeline = RunTimelineRecord(counts: "{}", spans: "[]")
            _ = try await store.write([RunWrite(record: run, timeline: timeline)])
            let reservation = ReservationRecord(
                id: "1",
                worker: worker,
                client: "c",
                day: "2026-11-29",
                model: "m",
                inputTokens: 1,
                outputTokens: 1,
                money: .zero
            )
            try await store.apply(UsageChanges(reserved: [reservation]))
            // The schema is changed back to that of version 24.
            try await store.write { db in
                for table in ["run", "reservation", "rotation"] {
                    try db.execute(sql: "ALTER TABLE \(table) DROP COLUMN node; ALTER TABLE \(table) DROP COLUMN epoch")
                }
                try db.execute(
                    sql:
                        "ALTER TABLE runListing DROP COLUMN node; DELETE FROM grdb_migrations WHERE identifier LIKE '25 %'"
                )
            }
            try store.close()
            let migrated = try SQLiteStore(path: path)
            let left = SoleLease().leftWork
            #expect(try await migrated.unfinishedRuns(of: left).map(\.worker) == [Worker()])
            let page = try await migrated.runs(matching: RunFilter(), limit: 9, lookingAt: 9)
            #expect(page.runs.map(\.node) == [.local])
            #expect(try await migrated.settleReservations(of: left) == 1)
            // It is left to a node of this name too, if several share the store.
            #expect(try await migrated.unfinishedRuns(of: LeftWork(to: .starting(), of: .local)).count == 1)
            #expect(try await migrated.unfinishedRuns(of: LeftWork(to: .starting(), of: NodeID("b"))).isEmpty)
        }
    }
}
