import Foundation
import Storage
import Synchronization
import Testing

@Suite struct InventoryStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func item(_ title: String, updatedAt: Date) -> InventoryItemRecord {
        InventoryItemRecord(id: 1, title: title, createdAt: start, updatedAt: updatedAt)
    }

    @Test(arguments: StoreOpener.allCases)
    func aNewItemIsReadBackWhole(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
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
        arguments: StoreOpener.allCases,
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
    func titlesAreFoundByAnyPart(opener: StoreOpener, expectation: (title: String, found: [String])) async throws {
        let titles = [
            "A4 Paper", "Paper ａ４ (wide)", "六角ボルト M6", "半角ﾎﾞﾙﾄ", "100 % wool", "under_score", "back\\slash",
            "Café crème",
        ]
        try await opener.withStore { store async throws in
            for title in titles { _ = try await store.create(InventoryItemDraft(title: title), at: start) }
            let filter = InventoryFilter(title: expectation.title)
            #expect(try await store.items(matching: filter).items.map(\.title) == expectation.found)
            #expect(titles.filter { filter.matches(item($0, updatedAt: start)) } == expectation.found)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func datesAreHalfOpen(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for day in 0..<5 {
                _ = try await store.create(InventoryItemDraft(title: "\(day)"), at: start + Double(day))
            }
            func titles(_ from: Double?, _ before: Double?) async throws -> [String] {
                let filter = InventoryFilter(
                    updatedFrom: from.map { start + $0 },
                    updatedBefore: before.map { start + $0 }
                )
                let inMemory = (0..<5).filter { filter.matches(item("\($0)", updatedAt: start + Double($0))) }
                let stored = try await store.items(matching: filter).items.map(\.title)
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

    @Test(arguments: StoreOpener.allCases)
    func listsAreInOrderOfIdAndLimited(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            // Later items are older, so an order by date would show.
            for number in 0..<6 {
                _ = try await store.create(InventoryItemDraft(title: "\(number)"), at: start - Double(number))
            }
            let filter = InventoryFilter(updatedFrom: start - 4, updatedBefore: start, limit: 3)
            #expect(try await store.items(matching: filter).items.map(\.title) == ["1", "2", "3"])
            #expect(try await store.items(matching: InventoryFilter(limit: 0)).items.isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func fieldsAreComparedAsAWhole(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let drafts = [
                InventoryItemDraft(title: "0", category: "Office", place: "倉庫Ａ", state: "new", code: "x1"),
                InventoryItemDraft(title: "1", category: "office", place: "倉庫A-2", state: "NEW", code: "x10"),
                InventoryItemDraft(title: "2", category: "ofﬁce", place: "倉庫a", code: "X1"),
                InventoryItemDraft(title: "3", category: "office supplies", state: "", code: "1"),
                InventoryItemDraft(title: "4", category: "' OR 1=1 --", place: "office", state: "x1", code: "倉庫A"),
            ]
            for draft in drafts { _ = try await store.create(draft, at: start) }
            let rows: [(InventoryFilter, [String])] = [
                (InventoryFilter(category: "OFFICE"), ["0", "1", "2"]),
                (InventoryFilter(place: "倉庫A"), ["0", "2"]),
                (InventoryFilter(state: "new"), ["0", "1"]),
                (InventoryFilter(code: "x1"), ["0", "2"]),
                (InventoryFilter(category: "office", place: "倉庫A", state: "new", code: "x1"), ["0"]),
                (InventoryFilter(title: "1", category: "office", updatedFrom: start, updatedBefore: start + 1), ["1"]),
                (InventoryFilter(category: "' OR 1=1 --"), ["4"]),
                (InventoryFilter(category: "off"), []),
                (InventoryFilter(title: "", category: "", place: ""), ["0", "1", "2", "3", "4"]),
            ]
            let all = try await store.items(matching: InventoryFilter()).items
            for (filter, titles) in rows {
                #expect(try await store.items(matching: filter).items.map(\.title) == titles, "\(filter)")
                #expect(all.filter(filter.matches).map(\.title) == titles, "\(filter)")
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func pagesFollowOneAnother(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for number in 0..<25 {
                _ = try await store.create(
                    InventoryItemDraft(title: "\(number)", state: number % 2 == 0 ? "a" : "b"),
                    at: start
                )
            }
            for (filter, count) in [(InventoryFilter(limit: 4), 25), (InventoryFilter(state: "a", limit: 4), 13)] {
                var filter = filter
                var seen: [Int] = []
                while true {
                    let page = try await store.items(matching: filter)
                    seen += page.items.map(\.id)
                    #expect(page.rest == .exactly(count - seen.count))
                    guard page.rest != .exactly(0), let last = page.items.last else { break }
                    // A change between two pages moves no item to another page.
                    _ = try await store.update(
                        page.items[0].id,
                        InventoryItemChange(note: "seen"),
                        ifUpdatedAt: nil,
                        at: start + 9
                    )
                    filter.after = last.id
                }
                #expect(seen == (1...25).filter { filter.state == nil || $0 % 2 == 1 })
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func countingStopsAtALimit(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let summary = try await store.importItems(from: Rows(count: 205), at: start, isRehearsal: false)
            #expect(summary == InventoryImportSummary(created: 205))
            #expect(try await store.items(matching: InventoryFilter(limit: 105)).rest == .exactly(100))
            #expect(try await store.items(matching: InventoryFilter(limit: 104)).rest == .moreThan(100))
            #expect(try await store.items(matching: InventoryFilter(title: "w", limit: 100)).rest == .moreThan(100))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aChangeKeepsTheOtherFields(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let item = try await store.create(
                InventoryItemDraft(title: "Cable", quantity: 3, unit: "m", place: "B-2"),
                at: start
            )
            let change = InventoryItemChange(quantity: 0, place: .clear, note: "")
            var expected = item
            expected.quantity = 0
            expected.place = nil
            expected.note = ""
            expected.updatedAt = start + 60
            #expect(try await store.update(item.id, change, ifUpdatedAt: nil, at: start + 60) == .done(expected))
            #expect(try await store.item(item.id) == expected)
            #expect(try await store.items(matching: InventoryFilter(place: "B-2")).items.isEmpty)

            let renaming = InventoryItemChange(title: "ケーブル")
            _ = try await store.update(item.id, renaming, ifUpdatedAt: nil, at: start + 90)
            #expect(try await store.items(matching: InventoryFilter(title: "cable")).items.isEmpty)
            #expect(try await store.items(matching: InventoryFilter(title: "ｹｰﾌﾞﾙ")).items.map(\.id) == [item.id])
            #expect(try await store.update(99, renaming, ifUpdatedAt: nil, at: start) == .missing)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aChangeForAnotherVersionIsAConflict(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let item = try await store.create(InventoryItemDraft(title: "A4", quantity: 1), at: start)
            func set(
                _ quantity: Double,
                ifUpdatedAt version: Date?,
                at time: Date
            ) async throws -> InventoryChangeResult {
                let change = InventoryItemChange(quantity: .set(quantity))
                return try await store.update(item.id, change, ifUpdatedAt: version, at: time)
            }
            // Every version has a different time, even if the clock does not advance or is set back.
            let second = try #require(try await set(2, ifUpdatedAt: item.updatedAt, at: start).item)
            #expect(second.updatedAt > item.updatedAt)
            #expect(try await set(3, ifUpdatedAt: item.updatedAt, at: start + 5) == .conflict(second))
            let third = try #require(try await set(3, ifUpdatedAt: second.updatedAt, at: start - 5).item)
            #expect(third.updatedAt > second.updatedAt)
            #expect(try await store.delete(item.id, ifUpdatedAt: second.updatedAt) == .conflict(third))
            #expect(try await store.item(item.id) == third)
            #expect(try await store.delete(item.id, ifUpdatedAt: third.updatedAt) == .done(third))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyOneOfManyWritersWithTheSameVersionSucceeds(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let item = try await store.create(InventoryItemDraft(title: "A4", quantity: 0), at: start)
            let results = try await withThrowingTaskGroup(of: InventoryChangeResult.self) { group in
                for number in 1...8 {
                    group.addTask {
                        let change = InventoryItemChange(quantity: .set(Double(number)))
                        return try await store.update(item.id, change, ifUpdatedAt: item.updatedAt, at: start)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.filter { if case .done = $0 { true } else { false } }.count == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aDeletedNumberIsNotUsedAgain(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let item = try await store.create(InventoryItemDraft(title: "Gone"), at: start)
            #expect(try await store.delete(item.id, ifUpdatedAt: nil) == .done(item))
            #expect(try await store.item(item.id) == nil)
            #expect(try await store.items(matching: InventoryFilter(title: "Gone")).items.isEmpty)
            #expect(try await store.delete(item.id, ifUpdatedAt: nil) == .missing)
            #expect(try await store.create(InventoryItemDraft(title: "Next"), at: start).id == item.id + 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anImportMakesAndChanges(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let old = try await store.create(InventoryItemDraft(title: "A4", quantity: 1, place: "2F"), at: start)
            let rows = Rows([
                InventoryImportRow(id: old.id, fields: InventoryItemChange(quantity: 5, place: .clear)),
                InventoryImportRow(
                    id: 70,
                    fields: InventoryItemChange(title: "B5"),
                    createdAt: start - 9,
                    updatedAt: start - 8
                ),
                InventoryImportRow(fields: InventoryItemChange(title: "next")),
                InventoryImportRow(id: 90, fields: InventoryItemChange(quantity: 5)),
            ])
            let rehearsed = try await store.importItems(from: rows, at: start + 60, isRehearsal: true)
            #expect(rehearsed == InventoryImportSummary(created: 2, updated: 1))
            #expect(try await store.items(matching: InventoryFilter()).items == [old])

            #expect(try await store.importItems(from: rows, at: start + 60, isRehearsal: false) == rehearsed)
            let items = try await store.items(matching: InventoryFilter()).items
            #expect(items.map(\.id) == [old.id, 70, 71])
            #expect(items[0].quantity == 5 && items[0].place == nil && items[0].title == "A4")
            #expect(items[0].createdAt == start && items[0].updatedAt == start + 60)
            #expect(items[1].createdAt == start - 9 && items[1].updatedAt == start - 8)
            #expect(try await store.items(matching: InventoryFilter(place: "2F")).items.isEmpty)
            #expect(try await store.items(matching: InventoryFilter(title: "B")).items.map(\.id) == [70])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anImportThatFailsLeavesNothing(opener: StoreOpener) async throws {
        struct Stop: Error {}
        try await opener.withStore { store async throws in
            let old = try await store.create(InventoryItemDraft(title: "A4"), at: start)
            await #expect(throws: Stop.self) {
                try await store.importItems(from: Rows(count: 500, end: Stop()), at: start, isRehearsal: false)
            }
            #expect(try await store.items(matching: InventoryFilter()).items == [old])
            #expect(try await store.items(matching: InventoryFilter(title: "row")).items.isEmpty)
            #expect(try await store.create(InventoryItemDraft(title: "row"), at: start).id == old.id + 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func everyItemIsPassedInOrder(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.importItems(from: Rows(count: 300), at: start, isRehearsal: false)
            let ids = Mutex<[Int]>([])
            try await store.forEachItem { item in ids.withLock { $0.append(item.id) } }
            #expect(ids.withLock(\.self) == Array(1...300))
        }
    }
}

extension InventoryChangeResult {
    fileprivate var item: InventoryItemRecord? {
        if case .done(let item) = self { item } else { nil }
    }
}

/// The rows of an import, and an error that is thrown after them.
private struct Rows: InventoryImportSource {
    var rows: [InventoryImportRow]
    var end: (any Error)?

    init(_ rows: [InventoryImportRow]) { self.rows = rows }

    init(count: Int, end: (any Error)? = nil) {
        rows = (1...count).map { InventoryImportRow(fields: InventoryItemChange(title: "row \($0)")) }
        self.end = end
    }

    func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws {
        for row in rows { _ = try body(row) }
        if let end { throw end }
    }
}
