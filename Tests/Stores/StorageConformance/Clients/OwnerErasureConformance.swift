import Foundation
import OwnerLiterals
import Storage
import Testing

/// The erasure of a client with users, and that of one of its users.
@Suite(.timeLimit(.minutes(2))) struct OwnerErasureConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)
    /// The client `app` with two users, and clients whose ids are close to it in the order of texts.
    private static let owners: [Owner] = ["app", "app/anna", "app/ben", "app-", "app0", "ap/anna", "apq"]

    /// Stores data of every kind for each owner.
    private func fill(_ store: any Store) async throws {
        for owner in Self.owners {
            let conversation = ConversationRecord(
                id: "conversation of \(owner)",
                owner: owner,
                createdAt: start,
                updatedAt: start
            )
            let entry = TranscriptEntryRecord(id: "e", position: 0, kind: "prompt", json: "{}")
            let turn = TurnCommit(conversation: conversation, entries: [entry], expectedCount: 0)
            _ = try await store.write([RunWrite(record: run(of: owner, in: conversation.id), turn: turn)])
            // A call has no conversation, so only the runs lead to it.
            _ = try await store.write([RunWrite(record: run(of: owner, in: "", tool: "work"))])
            let sample = HealthSampleRecord(metric: "step_count", start: start, unit: "count", value: 1)
            _ = try await store.storeHealthSamples([sample], of: owner, limit: nil)
            try await store.saveDevice(DeviceRecord(owner: owner, device: "phone", createdAt: start))
            try await store.addLateOutput(
                LateOutputRecord(
                    call: "call of \(owner)",
                    owner: owner,
                    conversation: "late",
                    schema: "s",
                    status: "succeeded",
                    receivedAt: start
                )
            )
        }
    }

    private func run(of owner: Owner, in conversation: String, tool: String? = nil) -> RunRecord {
        RunRecord(
            id: "run of \(owner) \(tool ?? "")",
            owner: owner,
            conversation: conversation,
            model: "m",
            tool: tool,
            status: .completed,
            request: "{}",
            createdAt: start,
            updatedAt: start
        )
    }

    /// Returns the owners that have data of each kind, and all of it.
    private func owners(in store: any Store) async throws -> [String: [Owner]] {
        var found: [String: [Owner]] = [:]
        for owner in Self.owners {
            if try await !store.conversations(of: owner, limit: 9).isEmpty {
                found["conversations", default: []].append(owner)
            }
            for tool in ["", "work"] where try await store.run("run of \(owner) \(tool)") != nil {
                found["runs \(tool)", default: []].append(owner)
            }
            if try await !store.healthMetrics(of: owner).isEmpty { found["samples", default: []].append(owner) }
            if try await !store.devices(of: owner).devices.isEmpty {
                found["devices", default: []].append(owner)
            }
            if try await !store.lateOutputs(ofConversation: "late", owner: owner).isEmpty {
                found["late outputs", default: []].append(owner)
            }
        }
        return found
    }

    private func all(_ owners: [Owner]) -> [String: [Owner]] {
        Dictionary(
            uniqueKeysWithValues: ["conversations", "runs ", "runs work", "samples", "devices", "late outputs"].map {
                ($0, owners)
            }
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func everythingOfAClientIncludesItsUsersAndNobodyElse(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill(store)
            #expect(try await owners(in: store) == all(Self.owners))
            try await store.beginErasure(.everything, of: "app", at: start)
            let count = try await store.erase(.everything, of: "app")
            #expect(count == ErasureCount(conversations: 3, runs: 6, healthSamples: 3))
            #expect(try await store.endErasure(.everything, of: "app", audit: .none))
            #expect(try await owners(in: store) == all(Array(Self.owners[3...])))
            #expect(try await store.holdsData(of: "app") == false)
            for owner in ["app-", "app0", "ap", "apq"] as [Owner] {
                #expect(try await store.holdsData(of: owner), "\(owner)")
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func everythingOfAUserLeavesTheClientAndTheOtherUsers(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill(store)
            try await store.beginErasure(.everything, of: "app/anna", at: start)
            #expect(try await store.pendingErasures().map(\.owner) == ["app/anna"])
            let count = try await store.erase(.everything, of: "app/anna")
            #expect(count == ErasureCount(conversations: 1, runs: 2, healthSamples: 1))
            #expect(try await store.endErasure(.everything, of: "app/anna", audit: .none))
            #expect(try await owners(in: store) == all(Self.owners.filter { $0 != "app/anna" }))
            #expect(try await store.holdsData(of: "app/anna") == false)
            // What is left of a client whose own data is gone still belongs to it.
            #expect(try await store.holdsData(of: "ap"))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theConversationsOfAClientAreNotThoseOfItsUsers(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill(store)
            try await store.beginErasure(.conversations, of: "app", at: start)
            let count = try await store.erase(.conversations, of: "app")
            #expect(count == ErasureCount(conversations: 1, runs: 2))
            var left = all(Self.owners)
            for kind in ["conversations", "runs ", "runs work", "late outputs"] { left[kind]?.removeFirst() }
            #expect(try await owners(in: store) == left)
        }
    }
}
