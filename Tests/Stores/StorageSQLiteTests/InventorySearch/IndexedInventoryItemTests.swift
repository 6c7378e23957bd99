import FoundationEssentials
import Storage
import StreamSafeText
import Testing

@testable import StorageSQLite

@Suite struct IndexedInventoryItemTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func record(_ title: String) -> InventoryItemRecord {
        InventoryItemRecord(id: 0, title: title, createdAt: now, updatedAt: now)
    }

    /// An item with the tokens of another title is found by these tokens, because the transaction computes none.
    @Test func transactionsWriteOnlyWhatWasComputedBefore() async throws {
        let store = try SQLiteStore(path: nil)
        let (paper, tape) = (IndexedInventoryItem(record("paper")), IndexedInventoryItem(record("tape")))
        let mixed = IndexedInventoryItem(item: paper.item, foldedTitle: tape.foldedTitle, tokens: tape.tokens)
        let stored = try await store.write { db in try db.insert(mixed, under: nil) }
        #expect(try await store.items(matching: InventoryFilter(title: "tape")).items.map(\.title) == ["paper"])
        #expect(try await store.items(matching: InventoryFilter(title: "paper")).items.isEmpty)
        // A change removes the tokens of the stored title and adds those of its own.
        let change = InventoryItemChange(title: "glue")
        guard case .done = try await store.update(stored.id, change, ifUpdatedAt: nil, at: now) else {
            Issue.record("The item was not changed.")
            return
        }
        #expect(try await store.items(matching: InventoryFilter(title: "glue")).items.map(\.id) == [stored.id])
        #expect(try await store.items(matching: InventoryFilter(title: "tape")).items.isEmpty)
    }

    @Test func simultaneousChangesAreAllKept() async throws {
        let store = try SQLiteStore(path: nil)
        let id = try await store.create(InventoryItemDraft(title: "x"), at: now).id
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [now] in
                    let change =
                        number.isMultiple(of: 2)
                        ? InventoryItemChange(title: "t\(number)") : InventoryItemChange(quantity: .set(Double(number)))
                    guard case .done = try await store.update(id, change, ifUpdatedAt: nil, at: now) else {
                        Issue.record("Change \(number) was not made.")
                        return
                    }
                }
            }
            try await group.waitForAll()
        }
        let item = try #require(try await store.item(id))
        #expect(item.title.hasPrefix("t") && item.quantity != nil)
        #expect(item.updatedAt.milliseconds == now.milliseconds + 8)
        #expect(try await store.items(matching: InventoryFilter(title: item.title)).items.map(\.id) == [id])
    }

    /// Without a bound on runs of marks it would last hours.
    @Test(.timeLimit(.minutes(1)))
    func hugeTitlesAreIndexedInLinearTime() async throws {
        let title = "x" + String(repeating: "\u{301}\u{316}", count: 1 << 18)
        let item = IndexedInventoryItem(record(title))
        #expect(item.item.title.isStreamSafe && item.foldedTitle.isStreamSafe)
        #expect(item.tokens.utf8.count < 100_000)
        let store = try SQLiteStore(path: nil)
        let stored = try await store.create(InventoryItemDraft(title: title), at: now)
        #expect(try await store.items(matching: InventoryFilter(title: title)).items.map(\.id) == [stored.id])
        guard case .done = try await store.delete(stored.id, ifUpdatedAt: nil) else {
            Issue.record("The item was not deleted.")
            return
        }
    }
}
