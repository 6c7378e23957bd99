import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@Suite(.timeLimit(.minutes(2))) struct ErasureStoreConformance: ErasureFixture {
    @Test(arguments: StoreOpener.allCases)
    func everythingOfOneClientIsErasedAndNothingOfAnother(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for number in 0..<20 {
                for owner in ["alice", "bob"] as [Owner] { try await self.store(number, of: owner, in: store) }
            }
            // One conversation and one run that are erased in several transactions.
            try await self.store(20, of: "alice", entries: 100, bytes: 60_000, in: store)
            _ = try await store.storeHealthSamples(samples(2100), of: "alice", limit: nil)
            #expect(try await store.holdsData(of: "alice"))
            try await store.beginErasure(.everything, of: "alice", at: start)
            let count = try await store.erase(.everything, of: "alice")
            #expect(count == ErasureCount(conversations: 21, runs: 21, healthSamples: 2100))
            #expect(try await store.endErasure(.everything, of: "alice", audit: .none))
            #expect(try await store.endErasure(.everything, of: "alice", audit: .none) == false)
            #expect(try await store.holdsData(of: "alice") == false)
            #expect(try await store.size(of: nil, owner: "alice").clientBytes == 0)
            #expect(try await store.conversations(of: "bob", limit: 200).count == 20)
            #expect(try await store.run("run-bob-1") != nil)
        }
    }

    /// All data of a client that is removed while its conversations are erased is erased.
    @Test(arguments: StoreOpener.allCases)
    func anErasureOfEverythingIncludesOneOfConversations(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for number in 0..<3 { try await self.store(number, of: "alice", in: store) }
            try await store.beginErasure(.conversations, of: "alice", at: start)
            _ = try await store.erase(.conversations, of: "alice")
            try await store.beginErasure(.everything, of: "alice", at: start)
            try await store.beginErasure(.conversations, of: "alice", at: start)
            #expect(try await store.pendingErasures().map(\.scope) == [.everything])
            // The count includes everything that was deleted since the erasure was recorded.
            let count = try await store.erase(.everything, of: "alice")
            #expect(count == ErasureCount(conversations: 3, runs: 3))
            #expect(try await store.endErasure(.conversations, of: "alice", audit: .none) == false)
            #expect(try await store.endErasure(.everything, of: "alice", audit: .none))
            #expect(try await store.pendingErasures().isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func directCallsAreErasedAlsoWhenNothingElseIsStored(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let call = RunRecord(
                id: "run-alice",
                owner: "alice",
                conversation: "",
                model: "",
                tool: "work",
                status: .completed,
                request: Self.marker,
                createdAt: start,
                updatedAt: start
            )
            _ = try await store.write([RunWrite(record: call)])
            try await store.beginErasure(.conversations, of: "alice", at: start)
            #expect(try await store.erase(.conversations, of: "alice") == ErasureCount(runs: 1))
            #expect(try await store.run("run-alice") == nil)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func conversationsAloneLeaveTheHealthSamples(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await self.store(1, of: "alice", in: store)
            _ = try await store.storeHealthSamples(samples(3), of: "alice", limit: nil)
            try await store.beginErasure(.conversations, of: "alice", at: start)
            let count = try await store.erase(.conversations, of: "alice")
            #expect(count == ErasureCount(conversations: 1, runs: 1))
            #expect(try await store.endErasure(.conversations, of: "alice", audit: .none))
            #expect(try await store.healthMetrics(of: "alice").count == 1)
            #expect(try await store.run(of: "alice", idempotencyKey: Self.marker + "1") == nil)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theDataOfARemovedClientIsRecordedForErasure(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for id in ["kept", "erased"] {
                let record = ClientRecord(id: id, name: id, scopes: "chat", createdAt: start, changedAt: start)
                try await store.addClient(record, audit: .none)
                _ = try await store.storeHealthSamples(samples(1), of: Owner(client: id), limit: nil)
            }
            #expect(try await store.removeClient("kept", erasingSince: nil, audit: .none) != nil)
            #expect(try await store.removeClient("erased", erasingSince: start, audit: .none) != nil)
            #expect(try await store.removeClient("erased", erasingSince: start, audit: .none) == nil)
            #expect(try await store.pendingErasures().map(\.owner) == ["erased"])
            #expect(try await store.erase(.everything, of: "erased").healthSamples == 1)
            #expect(try await store.healthMetrics(of: "erased") == [])
            #expect(try await store.healthMetrics(of: "kept").count == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aRunOpensItsConversationBeforeItsTurnEnds(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let opening = ConversationRecord(
                id: "c",
                owner: "alice",
                title: "Hello",
                createdAt: start,
                updatedAt: start
            )
            var record = RunRecord(
                id: "r",
                owner: "alice",
                conversation: "c",
                model: "m",
                status: .waiting,
                request: "{}",
                createdAt: start,
                updatedAt: start
            )
            #expect(try await store.write([RunWrite(record: record, opening: opening)]).isEmpty)
            #expect(try await store.conversations(of: "alice", limit: 9) == [opening])
            record.status = .completed
            var later = opening
            later.title = "Other"
            later.updatedAt = start + 60
            let entry = TranscriptEntryRecord(id: "e", position: 0, kind: "prompt", json: "{}")
            let turn = TurnCommit(conversation: later, entries: [entry], expectedCount: 0)
            #expect(try await store.write([RunWrite(record: record, turn: turn)]).isEmpty)
            later.title = "Hello"
            #expect(try await store.conversation("c") == later)
            #expect(try await store.size(of: "c", owner: "alice").turns == 1)
        }
    }
}
