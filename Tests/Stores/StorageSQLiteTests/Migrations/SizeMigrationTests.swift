import Foundation
import GRDB
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

@Suite struct SizeMigrationTests: SizeFixture {
    @Test func dataOfAnOlderVersionCounts() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            let store = try SQLiteStore(path: path)
            try await store.commitTurn(
                conversation("c"),
                appending: entries(["é"]) + entries(["1"], kind: "response"),
                expectedCount: 0
            )
            try await store.commitTurn(conversation("empty"), appending: [], expectedCount: 0)
            _ = try await store.write([RunWrite(record: run("r", pendingCalls: "12"), events: events(from: 0, "1"))])
            var call = run("call", conversation: "")
            (call.model, call.request) = ("", #"{"tool":"work","arguments":{}}"#)
            _ = try await store.write([RunWrite(record: call, events: events(from: 0, "1"))])
            call.tool = "work"
            let size = try await store.size(of: "c", owner: "alice")
            #expect(
                size == StoredSize(owner: "alice", turns: 1, entries: 2, bytes: 3, clientBytes: 3 + 10 + 2 + 2 + 32)
            )
            // The schema is changed back to that of version 9.
            try await store.write { db in
                try db.execute(
                    sql: """
                        DROP TRIGGER conversationSizeAdded; DROP TRIGGER conversationSizeChanged;
                        DROP TRIGGER conversationSizeRemoved; DROP TRIGGER runSizeAdded; DROP TRIGGER runSizeChanged;
                        DROP TRIGGER runSizeRemoved; DROP TABLE clientSize;
                        ALTER TABLE conversation DROP COLUMN turnCount; ALTER TABLE conversation DROP COLUMN entryCount;
                        ALTER TABLE conversation DROP COLUMN byteCount; ALTER TABLE run DROP COLUMN byteCount;
                        DROP INDEX endedRun; DROP INDEX endedCall; DROP INDEX endedCallOfClient;
                        ALTER TABLE run DROP COLUMN tool;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '10 %' OR identifier LIKE '13 %'
                        """
                )
            }
            let migrated = try SQLiteStore(path: path)
            // Since then, direct calls are counted apart from other runs.
            var expected = size
            expected.clientBytes -= 32
            #expect(try await migrated.size(of: "c", owner: "alice") == expected)
            call.eventCount = 1
            #expect(try await migrated.run("call") == call)
            #expect(try await migrated.run("r")?.tool == nil)
            #expect(try await migrated.deleteCalls(endedBefore: start + 1, limit: 9) == 1)
            #expect(
                try await migrated.size(of: "empty", owner: "alice") == StoredSize(owner: "alice", clientBytes: 17)
            )
        }
    }
}
