import Foundation
import OwnerLiterals
import Storage
import Testing

/// Turns: what people see of a conversation, what replaces what, and what a search finds.
@Suite struct TurnStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000.125)

    /// Stores the end of a run that adds a message and an answer, or nothing.
    private func end(
        _ run: String,
        in store: any Store,
        at count: Int,
        texts: String = "",
        replaces: String? = nil,
        isEmpty: Bool = false,
        conversation: String = "c"
    ) async throws {
        let record = RunRecord(
            id: run,
            owner: "alice",
            conversation: conversation,
            model: "m",
            status: isEmpty ? .failed : .completed,
            request: "{}",
            createdAt: start,
            updatedAt: start
        )
        let kinds = isEmpty ? [] : ["prompt", "tool_calls", "response"]
        let entries = kinds.map { TranscriptEntryRecord(id: "\(run)-\($0)", position: -1, kind: $0, json: "{}") }
        let misfits = try await store.write([
            RunWrite(
                record: record,
                turn: TurnCommit(
                    conversation: ConversationRecord(
                        id: conversation,
                        owner: "alice",
                        createdAt: start,
                        updatedAt: start
                    ),
                    entries: entries,
                    expectedCount: count
                ),
                details: TurnDetails(
                    run: run,
                    model: "m",
                    status: record.status,
                    createdAt: start,
                    endedAt: start,
                    content: "{}",
                    searchText: texts,
                    replaces: replaces
                )
            )
        ])
        #expect(misfits.isEmpty)
    }

    @Test(arguments: StoreOpener.allCases)
    func aWindowHasWholeTurnsAndNothingThatWasReplaced(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await end("a", in: store, at: 0)
            try await end("b", in: store, at: 3)
            try await end("failed", in: store, at: 6, isEmpty: true)
            try await end("c", in: store, at: 6)
            let last = try await store.turns(of: "c", before: nil, limit: 1)
            #expect(last.start == 6)
            #expect(last.turns.map(\.details.run) == ["failed", "c"])
            #expect(last.entries.map(\.id) == ["c-prompt", "c-response"])
            let rest = try await store.turns(of: "c", before: 6, limit: 9)
            #expect(rest.start == 0)
            #expect(rest.turns.map(\.details.run) == ["a", "b"])
            try await end("d", in: store, at: 9, replaces: "b")
            let all = try await store.turns(of: "c", before: nil, limit: 9)
            #expect(all.turns.map(\.details.run) == ["a", "d"])
            #expect(all.entries.map(\.position) == [0, 2, 9, 11])
            #expect(try await store.turn(ofRun: "b")?.supersededAt == 9)
            #expect(try await store.turn(ofRun: "failed")?.supersededAt == 9)
            #expect(try await store.turn(ofRun: "a")?.supersededAt == nil)
            #expect(try await store.turn(ofRun: "nobody") == nil)
            let entries = try await store.entries(of: "c")
            #expect(entries.filter { $0.counts(atCount: 12) }.map(\.position) == [0, 1, 2, 9, 10, 11])
            // As it was before the replacement.
            #expect(entries.filter { $0.counts(atCount: 9) }.map(\.position) == Array(0..<9))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aCopyOfAnEarlierStateHasWhatCountedThen(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await end("a", in: store, at: 0)
            try await end("b", in: store, at: 3, replaces: "a")
            try await end("c", in: store, at: 6, replaces: "b")
            for (id, count, expected) in [("x", 3, [0, 1, 2]), ("y", 6, [3, 4, 5]), ("z", 9, [6, 7, 8])] {
                let copy = ConversationRecord(id: id, owner: "alice", createdAt: start, updatedAt: start)
                #expect(try await store.copyEntries(of: "c", count: count, to: copy))
                let entries = try await store.entries(of: id)
                #expect(entries.filter { $0.counts(atCount: count) }.map(\.position) == expected)
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aSearchReadsTitlesAndTurnsThatCount(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await end("a", in: store, at: 0, texts: "東京の天気\nfine 100% sure")
            func found(_ text: String, owner: Owner = "alice") async throws -> [String] {
                try await store.search(of: owner, for: text, from: nil, limit: 9, byteLimit: 1 << 20).conversations
                    .map(\.id)
            }
            for text in ["東京", "天", "100%", "fine"] { #expect(try await found(text) == ["c"], "\(text)") }
            for text in ["0%0", "_", "大阪"] { #expect(try await found(text) == [], "\(text)") }
            #expect(try await found("東京", owner: "bob") == [])
            #expect(try await store.setTitle("Ｏｓａｋａ", of: "c"))
            #expect(try await store.conversation("c")?.title == "Ｏｓａｋａ")
            #expect(try await found("osaka") == ["c"])
            try await end("b", in: store, at: 3, texts: "other", replaces: "a")
            #expect(try await found("東京") == [])
            #expect(try await found("other") == ["c"])
            #expect(try await store.latestStatuses(of: ["c", "x"]) == ["c": .completed])
            #expect(try await store.setTitle("x", of: "nobody") == false)
        }
    }

    /// However small the budget, the pages of a search end, find each conversation once and in order, and continue in the middle of one.
    @Test(arguments: StoreOpener.allCases, [1, 2 * ConversationSearchPage.rowBytes, 9000, 1 << 30])
    func aSearchGoesOnWhereItsBudgetEnded(opener: StoreOpener, byteLimit: Int) async throws {
        try await opener.withStore { store async throws in
            for conversation in ["a", "b", "c", "d"] {
                for turn in 0..<4 {
                    let isMeant = (conversation == "b" && turn == 3) || (conversation == "d" && turn == 0)
                    let texts = String(repeating: "x", count: 1000) + (isMeant ? "y" : "")
                    try await end(
                        conversation + "\(turn)",
                        in: store,
                        at: 3 * turn,
                        texts: texts,
                        conversation: conversation
                    )
                }
            }
            var (found, pages, place) = ([String](), 0, ConversationSearchPlace?.none)
            repeat {
                let page = try await store.search(of: "alice", for: "xy", from: place, limit: 9, byteLimit: byteLimit)
                #expect(page.next == nil || page.next != place)
                found += page.conversations.map(\.id)
                place = page.next
                pages += 1
            } while place != nil && pages < 100
            #expect(found == ["d", "b"])
            // Each of the 16 turns is read at most once, those behind a match not at all.
            let largest = ConversationSearchPage.rowBytes + 1001
            let read = 4 * ConversationSearchPage.rowBytes + 11 * (largest - 1) + 2 * largest
            #expect(pages - 1 <= read / byteLimit && pages >= read / (byteLimit + largest))
            // The search continues behind the last conversation of a full page.
            let first = try await store.search(of: "alice", for: "xy", from: nil, limit: 1, byteLimit: 1 << 30)
            let second = try await store.search(of: "alice", for: "xy", from: first.next, limit: 1, byteLimit: 1 << 30)
            #expect((first.conversations + second.conversations).map(\.id) == ["d", "b"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func detailsAreDeletedAndCountedWithTheirConversation(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await end("a", in: store, at: 0, texts: "12345")
            let size = try await store.size(of: "c", owner: "alice")
            #expect(size.bytes == 3 * 2 + 2 + 5)
            #expect(try await store.deleteConversation("c"))
            #expect(try await store.turn(ofRun: "a") == nil)
            #expect(try await store.size(of: nil, owner: "alice").clientBytes == 0)
        }
    }
}
