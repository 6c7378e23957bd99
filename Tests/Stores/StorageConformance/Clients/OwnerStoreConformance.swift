import Foundation
import OwnerLiterals
import Storage
import Testing

/// Two users of one client, and the client itself, each with the same keys and names.
@Suite(.timeLimit(.minutes(2))) struct OwnerStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)
    private static let owners: [Owner] = ["app", "app/anna", "app/ben"]

    private func conversation(of owner: Owner) -> ConversationRecord {
        ConversationRecord(id: "c-\(owner)", owner: owner, title: "lamp", createdAt: start, updatedAt: start)
    }

    private func run(of owner: Owner) -> RunRecord {
        RunRecord(
            id: "r-\(owner)",
            owner: owner,
            conversation: "c-\(owner)",
            model: "m",
            status: .completed,
            request: "{}",
            idempotencyKey: "k",
            createdAt: start,
            updatedAt: start
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func eachOwnerFindsOnlyItsOwnConversationsRunsAndKeys(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for (index, owner) in Self.owners.enumerated() {
                let entry = TranscriptEntryRecord(
                    id: "e",
                    position: 0,
                    kind: "prompt",
                    json: String(repeating: "1", count: index + 1)
                )
                let turn = TurnCommit(conversation: conversation(of: owner), entries: [entry], expectedCount: 0)
                #expect(try await store.write([RunWrite(record: run(of: owner), turn: turn)]).isEmpty)
                try await store.saveKeyedAnswer(
                    KeyedAnswer(owner: owner, idempotencyKey: "a", request: "{}", run: "r-\(owner)", sequence: index)
                )
            }
            for (index, owner) in Self.owners.enumerated() {
                #expect(try await store.conversations(of: owner, limit: 9) == [conversation(of: owner)])
                let found = try await store.search(of: owner, for: "lamp", from: nil, limit: 9, byteLimit: 1 << 20)
                #expect(found.conversations.map(\.id) == ["c-\(owner)"])
                #expect(try await store.run(of: owner, idempotencyKey: "k")?.id == "r-\(owner)")
                #expect(try await store.keyedAnswer(of: owner, idempotencyKey: "a")?.sequence == index)
                #expect(try await store.run("r-\(owner)")?.owner == owner)
                let size = try await store.size(of: "c-\(owner)", owner: owner)
                #expect(size.owner == owner && size.bytes == index + 1 && size.clientBytes == 3 + 4 + 5)
                #expect(size.userBytes == (owner.user == nil ? nil : index + 3))
            }
            #expect(try await store.run(of: "other/anna", idempotencyKey: "k") == nil)
            #expect(try await store.conversations(of: "app/ann", limit: 9).isEmpty)
            // For administrators, a run belongs to its client.
            let all = try await store.runs(matching: RunFilter(client: "app"), limit: 9, lookingAt: 9)
            #expect(Set(all.runs.map(\.owner)) == Set(Self.owners))
            let ofAnna = try await store.runs(matching: RunFilter(user: "anna"), limit: 9, lookingAt: 9)
            #expect(ofAnna.runs.map(\.owner) == ["app/anna"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aTurnOfAnotherUserDoesNotFitTheConversation(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let opened = TurnCommit(conversation: conversation(of: "app/anna"), entries: [], expectedCount: 0)
            #expect(try await store.write([RunWrite(record: run(of: "app/anna"), turn: opened)]).isEmpty)
            for owner in ["app", "app/ben", "other"] as [Owner] {
                var record = run(of: owner)
                record.conversation = "c-app/anna"
                var conversation = conversation(of: "app/anna")
                conversation.owner = owner
                let turn = TurnCommit(conversation: conversation, entries: [], expectedCount: 0)
                #expect(try await store.write([RunWrite(record: record, turn: turn)]) == [record.id])
                #expect(
                    try await store.copyEntries(of: "c-app/anna", count: 0, to: self.conversation(of: owner)) == false
                )
            }
            #expect(try await store.conversation("c-app/anna")?.owner == "app/anna")
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func devicesAndSamplesOfTheSameNameAreApart(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for (index, owner) in Self.owners.enumerated() {
                let toolbox = ToolboxRecord(
                    owner: owner,
                    device: "phone",
                    app: "album",
                    version: index,
                    registration: "{}",
                    registeredAt: start
                )
                try await store.saveToolbox(toolbox, on: DeviceRecord(owner: owner, device: "phone", createdAt: start))
                let samples = (0...index).map { number in
                    HealthSampleRecord(metric: "step_count", start: start + Double(number), unit: "count", value: 1)
                }
                _ = try await store.storeHealthSamples(samples, of: owner, limit: 6)
            }
            try await store.removeDevice("phone", of: "app")
            #expect(try await store.devices().toolboxes.isEmpty)
            for owner: Owner in ["app/anna", "app/ben"] {
                #expect(try await store.devices(of: owner).toolboxes.map(\.owner) == [owner])
            }
            #expect(try await store.deleteHealthSamples(of: "app") == 1)
            #expect(try await store.deleteHealthSamples(of: "app/ben") == 3)
            #expect(try await store.healthMetrics(of: "app/anna").count == 1)
        }
    }
}
