import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

@testable import StorageSQLite

/// The bytes of deleted rows, which no file of the database may keep.
@Suite(.timeLimit(.minutes(2))) struct ErasedFilesTests: ErasureFixture {
    private func filesWithMarker(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { file in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
            return bytes.range(of: Data(Self.marker.utf8)) != nil
        }
    }

    @Test func aDeletedConversationIsGoneFromTheFiles() async throws {
        try await TemporaryFolder().with { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            try await self.store(1, of: "alice", hasDetails: true, in: store)
            #expect(try !filesWithMarker(in: folder).isEmpty)
            #expect(try await store.deleteConversation("conv-alice-1"))
            #expect(try filesWithMarker(in: folder) == [])
        }
    }

    @Test func nothingOfAClientIsLeftInTheFiles() async throws {
        try await TemporaryFolder().with { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            // Rows of many sizes between those of another client, so that pages are split and joined.
            for number in 0..<120 {
                try await self.store(
                    number,
                    of: "alice",
                    entries: 1 + number % 5,
                    bytes: number * 37 % 9000,
                    hasDetails: true,
                    in: store
                )
                let other = ConversationRecord(id: "b\(number)", owner: "bob", createdAt: start, updatedAt: start)
                let entry = TranscriptEntryRecord(
                    id: "e",
                    position: 0,
                    kind: "prompt",
                    json: String(repeating: "b", count: number * 53 % 5000)
                )
                try await store.commitTurn(other, appending: [entry], expectedCount: 0)
            }
            _ = try await store.storeHealthSamples(samples(4100), of: "alice", limit: nil)
            #expect(try !filesWithMarker(in: folder).isEmpty)
            #expect(try await store.holdsData(of: "alice"))

            try await store.beginErasure(.everything, of: "alice", at: start)
            let count = try await store.erase(.everything, of: "alice")
            #expect(count == ErasureCount(conversations: 120, runs: 120, healthSamples: 4100))
            #expect(try filesWithMarker(in: folder) == [])
            #expect(try await store.endErasure(.everything, of: "alice", audit: .none))
            #expect(try await store.endErasure(.everything, of: "alice", audit: .none) == false)
            #expect(try await store.holdsData(of: "alice") == false)
            #expect(try await store.pendingErasures().isEmpty)
            #expect(try await store.conversations(of: "bob", limit: 200).count == 120)
            #expect(try await store.size(of: nil, owner: "alice").clientBytes == 0)
        }
    }

    /// The names of a user and its list are gone too, for a user of its own and for all of a client.
    @Test(arguments: ["app/usr_1", "app"] as [Owner]) func nothingOfAUserIsLeftInTheFiles(erased: Owner) async throws {
        try await TemporaryFolder().with { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let owner: Owner = "app/usr_1"
            for number in 0..<60 {
                let others = Owner(client: number % 2 == 0 ? "app" : "other", user: "usr_\(number + 2)")
                for (user, word) in [(owner, Self.marker), (others, "bob")] where number == 0 || user == others {
                    let isErased = ErasureScope.everything.reaches(user, from: erased)
                    await store.addClient(ofUser: user, at: start)
                    _ = try await store.admit(
                        identity: UserIdentity(issuer: "backend", subject: "\(isErased ? Self.marker : word) \(user)"),
                        asNew: EndUserRecord(
                            owner: user,
                            plan: word == Self.marker ? word : nil,
                            organization: word,
                            createdAt: start
                        ),
                        quota: nil
                    )
                }
                try await self.store(number, of: owner, bytes: number * 37 % 900, hasDetails: true, in: store)
                for (user, word) in [(owner, Self.marker), (others, "bob")] {
                    let draft = InventoryItemDraft(title: word, note: String(repeating: word, count: number % 7))
                    _ = try await store.create(draft, at: start, on: .of(user.text), limit: nil)
                }
            }
            try await store.saveDevice(
                DeviceRecord(owner: owner, device: Self.marker, name: Self.marker, createdAt: start)
            )
            try await store.addLateOutput(
                LateOutputRecord(
                    call: Self.marker,
                    owner: owner,
                    conversation: "conv-\(owner)-1",
                    schema: Self.marker,
                    status: "succeeded",
                    receivedAt: start
                )
            )
            _ = try await store.storeHealthSamples(samples(50), of: owner, limit: nil)
            #expect(try !filesWithMarker(in: folder).isEmpty)
            try await store.beginErasure(.everything, of: erased, at: start)
            let count = try await store.erase(.everything, of: erased)
            #expect(count.conversations == 60 && count.runs == 60 && count.healthSamples == 50)
            #expect(count.items == (erased.user == nil ? 90 : 60))
            #expect(try filesWithMarker(in: folder) == [])
            #expect(try await store.hasUsers(of: "other"))
        }
    }

    @Test func aLargeConversationAndALongRunAreErasedInPortions() async throws {
        try await TemporaryFolder().with { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            try await self.store(1, of: "alice", entries: 100, bytes: 60_000, hasDetails: true, in: store)
            for first in 1..<20 {
                var record = try #require(try await store.run("run-alice-1"))
                record.eventCount = first
                let lines = Array((Self.marker + String(repeating: "y", count: 300_000) + "\n").utf8)
                let write = RunWrite(record: record, events: RunEventChunk(first: first, count: 1, lines: lines))
                #expect(try await store.write([write]).isEmpty)
            }
            try await self.store(2, of: "alice", hasDetails: true, in: store)
            try await store.beginErasure(.everything, of: "alice", at: start)
            let count = try await store.erase(.everything, of: "alice")
            #expect(count == ErasureCount(conversations: 2, runs: 2))
            #expect(try filesWithMarker(in: folder) == [])
        }
    }

    /// The count includes rows that were deleted before a crash.
    @Test func anInterruptedErasureIsKnownAfterARestart() async throws {
        try await TemporaryFolder().with { folder async throws in
            func before() async throws {
                let store = try SQLiteStore(path: folder + "/torii.sqlite")
                for number in 0..<3 { try await self.store(number, of: "alice", hasDetails: true, in: store) }
                try await store.beginErasure(.conversations, of: "alice", at: start)
                _ = try await store.erase(.conversations, of: "alice")
            }
            try await before()
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let pending = try await store.pendingErasures()
            #expect(pending.map(\.owner) == ["alice"] && pending.map(\.scope) == [.conversations])
            // If the client is removed meanwhile, all of its data is erased.
            try await store.beginErasure(.everything, of: "alice", at: start)
            try await store.beginErasure(.conversations, of: "alice", at: start)
            #expect(try await store.pendingErasures().map(\.scope) == [.everything])
            let count = try await store.erase(.everything, of: "alice")
            #expect(count == ErasureCount(conversations: 3, runs: 3))
            #expect(try await store.endErasure(.conversations, of: "alice", audit: .none) == false)
            #expect(try await store.endErasure(.everything, of: "alice", audit: .none))
        }
    }
}
