import Foundation
import GRDB
import Testing

@testable import Storage

/// The sizes of conversations and clients, which limits are checked against.
@Suite struct StoredSizeTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func entries(_ texts: [String], kind: String = "prompt") -> [TranscriptEntryRecord] {
        texts.map { TranscriptEntryRecord(id: "entry", position: -1, kind: kind, json: $0) }
    }

    private func conversation(_ id: String, client: String = "alice") -> ConversationRecord {
        ConversationRecord(id: id, client: client, createdAt: start, updatedAt: start)
    }

    private func run(
        _ id: String,
        client: String = "alice",
        conversation: String = "c",
        pendingCalls: String? = nil
    ) -> RunRecord {
        RunRecord(
            id: id,
            client: client,
            conversation: conversation,
            model: "m",
            status: .completed,
            request: "request é",
            pendingCalls: pendingCalls,
            createdAt: start,
            updatedAt: start
        )
    }

    private func events(from first: Int, _ text: String) -> RunEventChunk {
        RunEventChunk(first: first, count: 1, lines: Array("\(text)\n".utf8))
    }

    @Test(arguments: StoreKind.allCases)
    func turnsAddUp(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            #expect(try await store.size(of: "c", client: "alice") == StoredSize())
            try await store.commitTurn(conversation("c"), appending: entries(["12345"]), expectedCount: 0)
            try await store.commitTurn(
                conversation("c"),
                appending: entries(["é"]) + entries(["1"], kind: "response"),
                expectedCount: 1
            )
            let size = StoredSize(owner: "alice", turns: 2, entries: 3, bytes: 8, clientBytes: 8)
            #expect(try await store.size(of: "c", client: "alice") == size)
            #expect(try await store.size(of: nil, client: "alice") == StoredSize(clientBytes: 8))
            #expect(try await store.size(of: nil, client: "bob") == StoredSize())
        }
    }

    @Test(arguments: StoreKind.allCases)
    func runsCountWithTheirEventsAndPendingCalls(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            func bytes() async throws -> Int { try await store.size(of: nil, client: "alice").clientBytes }
            _ = try await store.write([RunWrite(record: run("r", pendingCalls: "1234"), events: events(from: 0, "123"))]
            )
            #expect(try await bytes() == 10 + 4 + 4)
            let more = RunWrite(record: run("r", pendingCalls: "12"), events: events(from: 1, "1"))
            _ = try await store.write([more])
            #expect(try await bytes() == 10 + 2 + 6)
            // Events that are stored already count once.
            _ = try await store.write([more])
            #expect(try await bytes() == 10 + 2 + 6)
            _ = try await store.write([RunWrite(record: run("r"))])
            #expect(try await bytes() == 10 + 6)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatIsDeletedCountsNoLonger(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for id in ["c", "d"] {
                try await store.commitTurn(conversation(id), appending: entries(["12345"]), expectedCount: 0)
                _ = try await store.write([RunWrite(record: run("run of \(id)", conversation: id))])
            }
            try await store.commitTurn(conversation("b", client: "bob"), appending: entries(["1"]), expectedCount: 0)
            func bytes(_ client: String) async throws -> Int {
                try await store.size(of: nil, client: client).clientBytes
            }
            #expect(try await bytes("alice") == 30)
            #expect(try await store.deleteConversation("c"))
            #expect(try await bytes("alice") == 15)
            _ = try await store.deleteRuns(endedBefore: start + 1, limit: 9)
            #expect(try await bytes("alice") == 5)
            #expect(try await bytes("bob") == 1)
            _ = try await store.deleteConversations(updatedBefore: start + 1, limit: 9)
            #expect(try await bytes("alice") == 0)
            #expect(try await bytes("bob") == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aTranscriptIsReadInPages(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let texts = (0..<20).map { String(repeating: "x", count: $0) }
            try await store.commitTurn(conversation("c"), appending: entries(texts), expectedCount: 0)
            var read: [TranscriptEntryRecord] = []
            while case let page = try await store.entries(of: "c", from: read.count, byteLimit: 30), !page.isEmpty {
                // It ends with the entry that reaches the limit.
                #expect(page.dropLast().reduce(0) { $0 + $1.json.utf8.count } < 30)
                read += page
            }
            #expect(read == (try await store.entries(of: "c")))
            #expect(read.count == 20)
            #expect(try await store.entries(of: "nobody", from: 0, byteLimit: 30).isEmpty)
        }
    }

    @Test func whatAnOlderVersionStoredCounts() async throws {
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
            let size = try await store.size(of: "c", client: "alice")
            #expect(
                size == StoredSize(owner: "alice", turns: 1, entries: 2, bytes: 3, clientBytes: 3 + 10 + 2 + 2 + 32)
            )
            // The database is put back to the form that version 9 had made.
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
            // Direct calls are told from other runs since, and counted apart.
            var expected = size
            expected.clientBytes -= 32
            #expect(try await migrated.size(of: "c", client: "alice") == expected)
            call.eventCount = 1
            #expect(try await migrated.run("call") == call)
            #expect(try await migrated.run("r")?.tool == nil)
            #expect(try await migrated.deleteCalls(endedBefore: start + 1, limit: 9) == 1)
            #expect(
                try await migrated.size(of: "empty", client: "alice") == StoredSize(owner: "alice", clientBytes: 17)
            )
        }
    }
}
