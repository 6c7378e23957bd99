import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct ConversationStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000.125)

    private func conversation(_ id: String, owner: Owner = "alice", minutes: Double = 0) -> ConversationRecord {
        ConversationRecord(id: id, owner: owner, createdAt: start, updatedAt: start + minutes * 60)
    }

    private func entry(_ text: String) -> TranscriptEntryRecord {
        TranscriptEntryRecord(id: "entry-\(text)", position: -1, kind: "prompt", json: #"{"text":"\#(text)"}"#)
    }

    @Test(arguments: StoreOpener.allCases)
    func anUnknownConversationIsNilAndEmpty(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.conversation("nobody") == nil)
            #expect(try await store.entries(of: "nobody").isEmpty)
            #expect(try await store.conversations(of: "alice", limit: 10).isEmpty)
            #expect(try await store.deleteConversation("nobody") == false)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func turnsAreAppendedInOrder(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(conversation("c"), appending: [entry("a"), entry("b")], expectedCount: 0)
            try await store.commitTurn(conversation("c", minutes: 5), appending: [entry("昨日")], expectedCount: 2)
            let entries = try await store.entries(of: "c")
            #expect(entries.map(\.id) == ["entry-a", "entry-b", "entry-昨日"])
            #expect(entries.map(\.position) == [0, 1, 2])
            #expect(entries.last?.json == #"{"text":"昨日"}"#)
            #expect(try await store.conversation("c") == conversation("c", minutes: 5))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aSecondTurnOnTheSameCountIsAConflict(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(conversation("c"), appending: [entry("a")], expectedCount: 0)
            let error = await #expect(throws: StoreError.self) {
                try await store.commitTurn(conversation("c", minutes: 9), appending: [entry("b")], expectedCount: 0)
            }
            #expect(error?.code == .conflict)
            #expect(try await store.entries(of: "c").map(\.id) == ["entry-a"])
            #expect(try await store.conversation("c")?.updatedAt == start)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyOneOfManySimultaneousTurnsIsCommitted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let wins = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        do {
                            try await store.commitTurn(
                                conversation("c"),
                                appending: [entry("\(number)"), entry("reply")],
                                expectedCount: 0
                            )
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wins == 1)
            #expect(try await store.entries(of: "c").count == 2)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aConversationStaysWithItsClient(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(conversation("c"), appending: [entry("a")], expectedCount: 0)
            let error = await #expect(throws: StoreError.self) {
                try await store.commitTurn(conversation("c", owner: "bob"), appending: [entry("b")], expectedCount: 1)
            }
            #expect(error?.code == .conflict)
            #expect(try await store.conversation("c")?.owner == "alice")
            #expect(try await store.entries(of: "c").count == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theLatestConversationComesFirst(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for (id, minutes) in [("old", 1.0), ("new", 3.0), ("middle", 2.0)] {
                try await store.commitTurn(conversation(id, minutes: minutes), appending: [], expectedCount: 0)
            }
            try await store.commitTurn(conversation("other", owner: "bob"), appending: [], expectedCount: 0)
            #expect(try await store.conversations(of: "alice", limit: 10).map(\.id) == ["new", "middle", "old"])
            #expect(try await store.conversations(of: "alice", limit: 2).map(\.id) == ["new", "middle"])
            #expect(try await store.conversations(of: "alice", limit: -1).isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func deletingAConversationDeletesItsTranscript(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(conversation("c"), appending: [entry("a")], expectedCount: 0)
            #expect(try await store.deleteConversation("c"))
            #expect(try await store.entries(of: "c").isEmpty)
            try await store.commitTurn(conversation("c"), appending: [entry("again")], expectedCount: 0)
            #expect(try await store.entries(of: "c").map(\.id) == ["entry-again"])
        }
    }
}
