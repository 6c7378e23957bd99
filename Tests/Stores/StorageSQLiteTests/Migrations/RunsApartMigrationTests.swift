import Foundation
import GRDB
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

@Suite struct RunsApartMigrationTests: SizeFixture {
    /// Runs of an older version are erased wherever they are: in a conversation, without one, or in one that is gone.
    @Test func runsOfAnOlderVersionAreErased() async throws {
        try await TemporaryFolder().with { folder async throws in
            let path = folder + "/torii.sqlite"
            let store = try SQLiteStore(path: path)
            try await store.commitTurn(conversation("c"), appending: entries(["1"]), expectedCount: 0)
            try await store.commitTurn(conversation("d", owner: "bob"), appending: entries(["1"]), expectedCount: 0)
            var calls = [run("call", conversation: ""), run("waiting call", conversation: "")]
            for index in calls.indices { calls[index].tool = "work" }
            calls[1].status = .waiting
            let runs = [
                run("in"), run("alone", conversation: ""), run("gone", conversation: "x"),
                run("of bob", conversation: "d"),
            ]
            _ = try await store.write((runs + calls).map { RunWrite(record: $0) })
            // The schema is changed back to that of version 26.
            try await store.write { db in
                try db.execute(
                    sql: """
                        DROP INDEX runApart; DROP INDEX lateOutputOfClient;
                        ALTER TABLE run DROP COLUMN isApart; ALTER TABLE erasure DROP COLUMN items;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '29 %'
                        """
                )
            }
            try store.close()
            let migrated = try SQLiteStore(path: path)
            let apart = try await migrated.read { db in
                try String.fetchAll(db, sql: "SELECT id FROM run WHERE isApart = 1 ORDER BY id")
            }
            #expect(apart == ["alone", "gone", "of bob", "waiting call"])
            try await migrated.beginErasure(.conversations, of: "alice", at: start)
            #expect(try await migrated.erase(.conversations, of: "alice") == ErasureCount(conversations: 1, runs: 6))
            #expect(try await migrated.conversation("d") != nil)
        }
    }
}
