import Foundation
import OwnerLiterals
import Storage
import Testing

/// Conversations that no run opens: empty ones, copies, and their metadata.
@Suite struct ThreadStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000.125)

    private func conversation(
        _ id: String,
        owner: Owner = "alice",
        title: String? = nil,
        metadata: [String: String] = [:],
        minutes: Double = 0
    ) -> ConversationRecord {
        ConversationRecord(
            id: id,
            owner: owner,
            title: title,
            metadata: metadata,
            createdAt: start,
            updatedAt: start + minutes * 60
        )
    }

    private func entries(_ texts: String...) -> [TranscriptEntryRecord] {
        texts.map {
            TranscriptEntryRecord(id: "entry-\($0)", position: -1, kind: $0 == "p" ? "prompt" : "response", json: $0)
        }
    }

    private func isConflict(_ body: () async throws -> Void) async -> Bool {
        let error = await #expect(throws: StoreError.self) { try await body() }
        return error?.code == .conflict
    }

    @Test(arguments: StoreOpener.allCases)
    func anEmptyConversationKeepsItsMetadataAndGetsItsTitleWithATurn(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let metadata = ["topic": "昨日", "": "\"", "a": ""]
            try await store.createConversation(conversation("c", metadata: metadata))
            #expect(try await store.conversation("c") == conversation("c", metadata: metadata))
            #expect(try await store.conversations(of: "alice", limit: 9) == [conversation("c", metadata: metadata)])
            try await store.commitTurn(
                conversation("c", title: "hello", metadata: ["other": "1"], minutes: 5),
                appending: entries("p", "r"),
                expectedCount: 0
            )
            try await store.commitTurn(conversation("c", title: "more", minutes: 6), appending: [], expectedCount: 2)
            #expect(
                try await store.conversation("c") == conversation("c", title: "hello", metadata: metadata, minutes: 6)
            )
            #expect(await isConflict { try await store.createConversation(conversation("c", owner: "bob")) })
            #expect(try await store.conversation("c")?.owner == "alice")
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func metadataIsReplacedAndCounts(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func bytes() async throws -> Int { try await store.size(of: nil, owner: "alice").clientBytes }
            try await store.createConversation(conversation("c", metadata: ["a": "b"]))
            let bare = try await bytes() - 2
            // A conversation without anything counts too.
            #expect(bare > 0)
            #expect(try await store.setMetadata(["topic": "é", "x": "y"], of: "c"))
            #expect(try await store.conversation("c") == conversation("c", metadata: ["topic": "é", "x": "y"]))
            #expect(try await bytes() == bare + 9)
            #expect(try await store.setMetadata([:], of: "c"))
            #expect(try await store.conversation("c") == conversation("c"))
            #expect(try await bytes() == bare)
            #expect(try await store.setMetadata(["a": "b"], of: "nobody") == false)
            #expect(try await store.deleteConversation("c"))
            #expect(try await bytes() == 0)
        }
    }

    /// The numbers of entries to copy, and the copied texts; `nil` for a refused copy.
    @Test(
        arguments: StoreOpener.allCases,
        [(0, []), (1, ["p"]), (3, ["p", "r", "p"]), (4, ["p", "r", "p", "é"]), (5, nil), (-1, nil), (.max, nil)]
            as [(Int, [String]?)]
    )
    func theBeginningOfAConversationIsCopied(opener: StoreOpener, _ row: (count: Int, texts: [String]?)) async throws {
        try await opener.withStore { store async throws in
            try await store.createConversation(conversation("c", metadata: ["a": "b"]))
            try await store.commitTurn(conversation("c"), appending: entries("p", "r", "p", "é"), expectedCount: 0)
            let before = try await store.size(of: "c", owner: "alice")
            let copy = conversation("copy", title: "t", metadata: ["n": "1"], minutes: 1)
            #expect(try await store.copyEntries(of: "c", count: row.count, to: copy) == (row.texts != nil))
            let size = try await store.size(of: "copy", owner: "alice")
            #expect(try await store.entries(of: "copy").map(\.json) == row.texts ?? [])
            #expect(try await store.conversation("copy") == (row.texts == nil ? nil : copy))
            #expect(size.turns == (row.texts ?? []).count { $0 == "p" })
            #expect(size.entries == (row.texts ?? []).count)
            #expect(size.clientBytes == before.clientBytes + size.bytes)
            guard let texts = row.texts else { return }
            // Both can be continued on their own.
            try await store.commitTurn(copy, appending: entries("p"), expectedCount: texts.count)
            #expect(try await store.entries(of: "copy").map(\.position) == Array(0...texts.count))
            #expect(try await store.entries(of: "c").count == 4)
            #expect(try await store.deleteConversation("c"))
            #expect(try await store.entries(of: "copy").count == texts.count + 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyItsClientCopiesAConversationAndNoCopyReplacesOne(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(conversation("c"), appending: entries("p"), expectedCount: 0)
            #expect(try await store.copyEntries(of: "c", count: 1, to: conversation("d", owner: "bob")) == false)
            #expect(try await store.copyEntries(of: "nobody", count: 0, to: conversation("d")) == false)
            #expect(try await store.conversation("d") == nil)
            #expect(await isConflict { _ = try await store.copyEntries(of: "c", count: 0, to: conversation("c")) })
            #expect(try await store.entries(of: "c").count == 1)
        }
    }
}
