import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

/// The sizes of conversations and clients, which limits are checked against.
@Suite struct StoredSizeConformance: SizeFixture {
    @Test(arguments: StoreOpener.allCases)
    func turnsAddUp(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.size(of: "c", owner: "alice") == StoredSize())
            try await store.commitTurn(conversation("c"), appending: entries(["12345"]), expectedCount: 0)
            try await store.commitTurn(
                conversation("c"),
                appending: entries(["é"]) + entries(["1"], kind: "response"),
                expectedCount: 1
            )
            let size = StoredSize(owner: "alice", turns: 2, entries: 3, bytes: 8, clientBytes: 8)
            #expect(try await store.size(of: "c", owner: "alice") == size)
            #expect(try await store.size(of: nil, owner: "alice") == StoredSize(clientBytes: 8))
            #expect(try await store.size(of: nil, owner: "bob") == StoredSize())
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func runsCountWithTheirEventsAndPendingCalls(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func bytes() async throws -> Int { try await store.size(of: nil, owner: "alice").clientBytes }
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

    @Test(arguments: StoreOpener.allCases)
    func deletedDataNoLongerCounts(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for id in ["c", "d"] {
                try await store.commitTurn(conversation(id), appending: entries(["12345"]), expectedCount: 0)
                _ = try await store.write([RunWrite(record: run("run of \(id)", conversation: id))])
            }
            try await store.commitTurn(conversation("b", owner: "bob"), appending: entries(["1"]), expectedCount: 0)
            func bytes(_ owner: Owner) async throws -> Int {
                try await store.size(of: nil, owner: owner).clientBytes
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

    @Test(arguments: StoreOpener.allCases)
    func aTranscriptIsReadInPages(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
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
}
