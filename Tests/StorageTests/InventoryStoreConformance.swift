import Foundation
import Storage
import Testing

@Suite struct InventoryStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    @Test(arguments: StoreKind.allCases)
    func aNewItemIsReadBackWhole(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let draft = InventoryItemDraft(
                title: "六角ボルト M6x20",
                quantity: 1500.5,
                unit: "個",
                category: "部品",
                place: "第一倉庫 A-1",
                state: "新品",
                code: "tw202600000101",
                note: "予備\n二行目"
            )
            let created = try await store.create(draft, at: start + 0.0004)
            #expect(created.title == draft.title && created.quantity == 1500.5 && created.note == "予備\n二行目")
            #expect(created.createdAt == start && created.updatedAt == start)
            #expect(try await store.item(created.id) == created)
            let bare = try await store.create(InventoryItemDraft(title: "A4"), at: start)
            #expect(try await store.item(bare.id) == bare)
            #expect(bare.quantity == nil && bare.unit == nil && bare.id > created.id)
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("a4", ["A4 Paper", "Paper ａ４ (wide)"]),
            ("PAPER", ["A4 Paper", "Paper ａ４ (wide)"]),
            ("ボルト", ["六角ボルト M6", "半角ﾎﾞﾙﾄ"]),
            ("ﾎﾞﾙﾄ", ["六角ボルト M6", "半角ﾎﾞﾙﾄ"]),
            ("%", ["100 % wool"]),
            ("_", ["under_score"]),
            ("\\", ["back\\slash"]),
            ("É", ["Café crème"]),
            ("'; DROP TABLE inventoryItem; --", []),
            ("nothing", []),
        ] as [(String, [String])]
    )
    func titlesAreFoundByAnyPart(kind: StoreKind, expectation: (title: String, found: [String])) async throws {
        let titles = [
            "A4 Paper", "Paper ａ４ (wide)", "六角ボルト M6", "半角ﾎﾞﾙﾄ", "100 % wool", "under_score", "back\\slash",
            "Café crème",
        ]
        try await kind.withStore { store async throws in
            for title in titles { _ = try await store.create(InventoryItemDraft(title: title), at: start) }
            let filter = InventoryFilter(title: expectation.title)
            #expect(try await store.items(matching: filter).map(\.title) == expectation.found)
            #expect(titles.filter { filter.matches(title: $0, updatedAt: start) } == expectation.found)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func datesAreHalfOpen(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            for day in 0..<5 {
                _ = try await store.create(InventoryItemDraft(title: "\(day)"), at: start + Double(day))
            }
            func titles(_ from: Double?, _ before: Double?) async throws -> [String] {
                let filter = InventoryFilter(
                    updatedFrom: from.map { start + $0 },
                    updatedBefore: before.map { start + $0 }
                )
                let inMemory = (0..<5).filter { filter.matches(title: "\($0)", updatedAt: start + Double($0)) }
                let stored = try await store.items(matching: filter).map(\.title)
                #expect(stored == inMemory.map(String.init))
                return stored
            }
            #expect(try await titles(nil, nil) == ["0", "1", "2", "3", "4"])
            #expect(try await titles(1, 3) == ["1", "2"])
            #expect(try await titles(3, nil) == ["3", "4"])
            #expect(try await titles(nil, 0).isEmpty)
            #expect(try await titles(3, 1).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func listsAreInOrderOfIdAndLimited(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            // Later items are older, so an order by date would show.
            for number in 0..<6 {
                _ = try await store.create(InventoryItemDraft(title: "\(number)"), at: start - Double(number))
            }
            let filter = InventoryFilter(updatedFrom: start - 4, updatedBefore: start, limit: 3)
            #expect(try await store.items(matching: filter).map(\.title) == ["1", "2", "3"])
            #expect(try await store.items(matching: InventoryFilter(limit: 0)).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aChangeKeepsWhatItDoesNotName(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let item = try await store.create(
                InventoryItemDraft(title: "Cable", quantity: 3, unit: "m", place: "B-2"),
                at: start
            )
            let changed = try await store.update(item.id, InventoryItemChange(quantity: 0, note: ""), at: start + 60)
            var expected = item
            expected.quantity = 0
            expected.note = ""
            expected.updatedAt = start + 60
            #expect(changed == expected)
            #expect(try await store.item(item.id) == expected)

            _ = try await store.update(item.id, InventoryItemChange(title: "ケーブル"), at: start + 90)
            #expect(try await store.items(matching: InventoryFilter(title: "cable")).isEmpty)
            #expect(try await store.items(matching: InventoryFilter(title: "ｹｰﾌﾞﾙ")).map(\.id) == [item.id])
            #expect(try await store.update(99, InventoryItemChange(title: "x"), at: start) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aDeletedNumberIsNotUsedAgain(kind: StoreKind) async throws {
        try await kind.withStore { store async throws in
            let item = try await store.create(InventoryItemDraft(title: "Gone"), at: start)
            #expect(try await store.delete(item.id) == item)
            #expect(try await store.item(item.id) == nil)
            #expect(try await store.delete(item.id) == nil)
            #expect(try await store.create(InventoryItemDraft(title: "Next"), at: start).id == item.id + 1)
        }
    }
}
