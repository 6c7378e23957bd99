import Foundation
import Storage
import Testing

/// The lists of owners, each apart from the others and from the common list.
@Suite struct OwnedItemConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)
    private let anna = InventoryShelf.of("app/usr_a")
    private let ben = InventoryShelf.of("app/usr_b")

    private func titles(_ store: any Store, _ shelf: InventoryShelf) async throws -> [String] {
        try await store.items(matching: InventoryFilter(), on: shelf).items.map { "\($0.id) \($0.title)" }
    }

    @Test(arguments: StoreOpener.allCases)
    func eachListCountsFromOne(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for title in ["tea", "cups"] { _ = try await store.create(InventoryItemDraft(title: title), at: start) }
            for (title, shelf) in [("pen", anna), ("ink", ben), ("paper", anna)] {
                _ = try await store.create(InventoryItemDraft(title: title), at: start, on: shelf, limit: nil)
            }
            #expect(try await titles(store, anna) == ["1 pen", "2 paper"])
            #expect(try await titles(store, ben) == ["1 ink"])
            #expect(try await titles(store, .common) == ["1 tea", "2 cups"])
            #expect(try await titles(store, .of("app/usr_")) == [])
            #expect(try await titles(store, .of("app")) == [])
            // The number of a deleted item is not used again.
            _ = try await store.delete(2, ifUpdatedAt: nil, on: anna)
            let next = try await store.create(InventoryItemDraft(title: "glue"), at: start, on: anna, limit: nil)
            #expect(next.id == 3)
            #expect(try await titles(store, anna) == ["1 pen", "3 glue"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anItemIsReadBackWhole(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let draft = InventoryItemDraft(
                title: "六角ボルト\0 M6x20",
                quantity: 1500.5,
                unit: "個",
                category: "部品",
                place: "第一倉庫",
                state: "新品",
                code: "tw2026",
                note: "予備\n二行目"
            )
            let created = try await store.create(draft, at: start + 0.0004, on: anna, limit: nil)
            #expect(created.title == "六角ボルト M6x20" && created.quantity == 1500.5 && created.createdAt == start)
            #expect(try await store.item(created.id, on: anna) == created)
            #expect(try await store.item(created.id, on: ben) == nil)
            #expect(try await store.item(created.id) == nil)
        }
    }

    /// Changes of another owner's item are those of an item that does not exist.
    @Test(arguments: StoreOpener.allCases)
    func itemsOfOthersAreMissing(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let item = try await store.create(InventoryItemDraft(title: "pen"), at: start, on: anna, limit: nil)
            for shelf in [ben, .common] {
                let change = InventoryItemChange(title: "stolen")
                #expect(
                    try await store.update(item.id, change, ifUpdatedAt: nil, at: start, on: shelf) == .missing
                )
                #expect(try await store.delete(item.id, ifUpdatedAt: nil, on: shelf) == .missing)
            }
            #expect(try await titles(store, anna) == ["1 pen"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aChangeNeedsTheVersion(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let item = try await store.create(InventoryItemDraft(title: "pen"), at: start, on: anna, limit: nil)
            let change = InventoryItemChange(quantity: 2, note: "blue")
            let result = try await store.update(item.id, change, ifUpdatedAt: item.updatedAt, at: start, on: anna)
            guard case .done(let changed) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(changed.quantity == 2 && changed.note == "blue" && changed.updatedAt > item.updatedAt)
            #expect(
                try await store.update(item.id, change, ifUpdatedAt: item.updatedAt, at: start, on: anna)
                    == .conflict(changed)
            )
            #expect(try await store.delete(item.id, ifUpdatedAt: item.updatedAt, on: anna) == .conflict(changed))
            #expect(try await store.delete(item.id, ifUpdatedAt: changed.updatedAt, on: anna) == .done(changed))
            #expect(try await store.item(item.id, on: anna) == nil)
        }
    }

    /// The page and the rest are those that the filter itself decides on.
    @Test(
        arguments: StoreOpener.allCases,
        [
            (InventoryFilter(title: "a4"), ["1 A4 Paper", "2 Paper ａ４"], 0),
            (InventoryFilter(title: "a4", limit: 1), ["1 A4 Paper"], 1),
            (InventoryFilter(category: "PAPER"), ["1 A4 Paper", "4 Card"], 0),
            (InventoryFilter(category: "paper", after: 1), ["4 Card"], 0),
            (InventoryFilter(updatedFrom: Date(timeIntervalSince1970: 1_795_000_002), limit: 1), ["3 Bolt"], 1),
            (InventoryFilter(updatedBefore: Date(timeIntervalSince1970: 1_795_000_001)), ["1 A4 Paper"], 0),
            (InventoryFilter(title: "%"), [], 0), (InventoryFilter(limit: 0), [], 4),
        ] as [(InventoryFilter, [String], Int)]
    )
    func filtersDecide(
        opener: StoreOpener,
        expectation: (filter: InventoryFilter, found: [String], rest: Int)
    )
        async throws
    {
        try await opener.withStore { store async throws in
            let drafts = [
                InventoryItemDraft(title: "A4 Paper", category: "paper"), InventoryItemDraft(title: "Paper ａ４"),
                InventoryItemDraft(title: "Bolt"), InventoryItemDraft(title: "Card", category: "Ｐaper"),
            ]
            for (number, draft) in drafts.enumerated() {
                _ = try await store.create(draft, at: start + Double(number), on: anna, limit: nil)
            }
            let page = try await store.items(matching: expectation.filter, on: anna)
            #expect(page.items.map { "\($0.id) \($0.title)" } == expectation.found)
            #expect(page.rest == .exactly(expectation.rest))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aFullListTakesNoMore(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for title in ["a", "b"] {
                _ = try await store.create(InventoryItemDraft(title: title), at: start, on: anna, limit: 2)
            }
            await #expect(throws: InventoryFull(limit: 2)) {
                try await store.create(InventoryItemDraft(title: "c"), at: start, on: anna, limit: 2)
            }
            #expect(try await titles(store, anna) == ["1 a", "2 b"])
            _ = try await store.create(InventoryItemDraft(title: "c"), at: start, on: ben, limit: 2)
            _ = try await store.delete(1, ifUpdatedAt: nil, on: anna)
            _ = try await store.create(InventoryItemDraft(title: "c"), at: start, on: anna, limit: 2)
            #expect(try await titles(store, anna) == ["2 b", "3 c"])
        }
    }

    /// Eight at once at a list with room for three: three are stored.
    @Test(arguments: StoreOpener.allCases)
    func concurrentItemsStayWithinTheLimit(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let stored = try await withThrowingTaskGroup(of: Bool.self) { group async throws in
                for number in 0..<8 {
                    group.addTask { [start, anna] in
                        let draft = InventoryItemDraft(title: "\(number)")
                        do {
                            _ = try await store.create(draft, at: start, on: anna, limit: 3)
                            return true
                        } catch is InventoryFull {
                            return false
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(stored == 3)
            #expect(try await store.items(matching: InventoryFilter(), on: anna).items.map(\.id) == [1, 2, 3])
        }
    }
}
