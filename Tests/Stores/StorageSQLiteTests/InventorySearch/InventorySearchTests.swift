import Foundation
import GRDB
import Storage
import Testing

@testable import StorageSQLite

/// The index of the inventory, compared with a scan of all items.
@Suite(.timeLimit(.minutes(1))) struct InventorySearchTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    @Test(arguments: 0..<8)
    func everyFilterFindsTheSameItemsAsAScan(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let store = try SQLiteStore(path: nil)
        for _ in 0..<120 { _ = try await store.create(random.draft(), at: random.moment(near: start)) }
        for _ in 0..<120 {
            let id = random.number(1...120)
            switch random.number(0...3) {
            case 0: _ = try await store.delete(id, ifUpdatedAt: nil)
            case 1: _ = try await store.create(random.draft(), at: random.moment(near: start))
            default: _ = try await store.update(id, random.change(), ifUpdatedAt: nil, at: random.moment(near: start))
            }
        }
        let all = try await store.items(matching: InventoryFilter(limit: 1000)).items
        for _ in 0..<400 {
            let filter = random.filter(near: start)
            let expected = all.filter(filter.matches)
            let page = try await store.items(matching: filter)
            #expect(page.items == Array(expected.prefix(filter.limit)), "\(filter)")
            let rest = max(0, expected.count - filter.limit)
            #expect(page.rest == (rest > 100 ? .moreThan(100) : .exactly(rest)), "\(filter)")
        }
    }

    /// With this many items, most conditions are tested on a sample before the index is asked.
    @Test(arguments: 100..<102 as Range<UInt64>)
    func anyChoiceOfConditionsGivesTheSamePage(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let store = try SQLiteStore(path: nil)
        let rows = (0..<600).map { _ in random.row(near: start) }
        _ = try await store.importItems(from: Rows(rows: rows), at: start, isRehearsal: false)
        let all = try await store.items(matching: InventoryFilter(limit: 10_000)).items
        #expect(all.count == 600)
        var planned = 0
        for _ in 0..<200 {
            let filter = random.filter(near: start)
            let expected = all.filter(filter.matches)
            guard let query = InventoryQuery(filter) else {
                #expect(expected.isEmpty)
                continue
            }
            let best = try await store.read { db in try query.asked(in: db) }
            if best.count > 1 { planned += 1 }
            #expect(best.isEmpty == query.conditions.isEmpty && Set(best).count == best.count)
            var other = query.conditions.indices.filter { _ in Bool.random(using: &random) }
            if other.isEmpty { other = Array(query.conditions.indices) }
            for asked in [best, other] {
                let page = try await store.read { db in try query.page(asking: asked, in: db) }
                #expect(page.items == Array(expected.prefix(filter.limit)), "\(filter) \(asked)")
                let rest = max(0, expected.count - filter.limit)
                #expect(page.rest == (rest > 100 ? .moreThan(100) : .exactly(rest)), "\(filter) \(asked)")
            }
        }
        #expect(planned > 3)
    }

    @Test(arguments: [
        InventoryFilter(), InventoryFilter(after: 7),
        InventoryFilter(title: "用"), InventoryFilter(title: "用紙"), InventoryFilter(title: "コピー用紙"),
        InventoryFilter(title: "%_'"), InventoryFilter(category: "c"), InventoryFilter(place: "p"),
        InventoryFilter(state: "s"), InventoryFilter(code: "n"), InventoryFilter(category: "c", after: 7),
        InventoryFilter(updatedFrom: .init(timeIntervalSince1970: 1_795_000_000)),
        InventoryFilter(updatedBefore: .init(timeIntervalSince1970: 1_795_000_000)),
        InventoryFilter(
            updatedFrom: .init(timeIntervalSince1970: 1_795_000_000),
            updatedBefore: .init(timeIntervalSince1970: 1_795_900_000)
        ),
        InventoryFilter(
            title: "paper",
            category: "c",
            place: "p",
            state: "s",
            code: "n",
            updatedFrom: .init(timeIntervalSince1970: 1_795_000_000),
            after: 7
        ),
    ])
    func noFilterReadsTheWholeTableOrSorts(filter: InventoryFilter) async throws {
        let query = try #require(InventoryQuery(filter))
        let all = Array(query.conditions.indices)
        // Any choice of conditions, but at least one.
        let questions = all.isEmpty ? [[]] : all.map { [$0] } + [all, all.reversed()]
        for asked in questions {
            let statement = query.statement(asking: asked)
            let plan = try await SQLiteStore(path: nil).read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: statement.arguments).map {
                    row -> String in
                    row["detail"]
                }
            }
            let steps = plan.joined(separator: "\n")
            // Either the index is asked for its tokens (`M`), or the primary key leads.
            let isIndexed =
                steps.contains("VIRTUAL TABLE INDEX") && steps.contains(":M")
                && steps.contains("SEARCH item USING INTEGER PRIMARY KEY (rowid=?)")
            #expect(isIndexed || steps.contains("SEARCH item USING INTEGER PRIMARY KEY (rowid>?)"), "\(steps)")
            #expect(isIndexed == !asked.isEmpty)
            #expect(!steps.contains("SCAN item") && !steps.contains("TEMP B-TREE"), "\(steps)")
        }
    }

    @Test func anOlderDatabaseGetsItsIndex() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            func makeOld() async throws -> InventoryItemRecord {
                let store = try SQLiteStore(path: path)
                let draft = InventoryItemDraft(title: "コピー用紙 A4", category: "消耗品", place: "2F")
                let item = try await store.create(draft, at: start)
                _ = try await store.create(InventoryItemDraft(title: "other"), at: start)
                try await store.write { db in
                    try db.execute(
                        sql: """
                            DROP TABLE inventorySearch;
                            CREATE INDEX inventoryItemByUpdate ON inventoryItem (updatedAt);
                            DELETE FROM grdb_migrations WHERE identifier = '7 inventory search';
                            """
                    )
                }
                return item
            }
            let item = try await makeOld()
            let store = try SQLiteStore(path: path)
            for filter in [
                InventoryFilter(title: "用"), InventoryFilter(category: "消耗品"),
                InventoryFilter(title: "a4", place: "2f"),
            ] {
                #expect(try await store.items(matching: filter).items == [item])
            }
            let day = InventoryFilter(updatedFrom: start - 60, updatedBefore: start + 60)
            #expect(try await store.items(matching: day).items.count == 2)
            _ = try await store.delete(item.id, ifUpdatedAt: nil)
            #expect(try await store.items(matching: InventoryFilter(title: "用")).items.isEmpty)
        }
    }

    /// Titles that attack the search: each is stored and found by a part of it, and no other title is found.
    @Test(arguments: [
        "'; DROP TABLE inventoryItem; --", "\" OR 1=1 --", "100%", "_", "a AND b OR NOT c", "NEAR(a b)", "title:*",
        "^start \"quoted\"", "back\\slash", "\u{202E}gnp.exe\u{202C}", "\u{200F}שלום\u{200E}", "\u{0}nul\u{0}",
        "line\nbreak\r\u{2028}", "👩‍👩‍👧‍👧 family", "e\u{301}", "﷽", "{}[]()*:^-+", "null", "", "\u{FEFF}bom",
    ])
    func attackTitles(title: String) async throws {
        let store = try SQLiteStore(path: nil)
        _ = try await store.create(InventoryItemDraft(title: "harmless"), at: start)
        let item = try await store.create(
            InventoryItemDraft(title: title, category: title, place: title, state: title, code: title, note: title),
            at: start
        )
        // U+0000 is removed, because SQLite ends a text there; everything else is stored unchanged.
        #expect(try await store.item(item.id)?.title == title.filter { $0 != "\0" })
        #expect(try await store.item(item.id) == item)
        if !title.isEmpty {
            for filter in [
                InventoryFilter(title: title), InventoryFilter(category: title), InventoryFilter(place: title),
                InventoryFilter(state: title), InventoryFilter(code: title),
            ] {
                #expect(try await store.items(matching: filter).items.map(\.id) == [item.id])
            }
        }
        #expect(try await store.items(matching: InventoryFilter(title: "harmless")).items.count == 1)
        _ = try await store.delete(item.id, ifUpdatedAt: nil)
        #expect(try await store.items(matching: InventoryFilter()).items.map(\.title) == ["harmless"])
    }

    /// Two conditions that many items meet make the store measure the distance between these items.
    @Test(arguments: [Int.min, -1, 0, Int.max]) func aPageBeginsAfterAnyInteger(after: Int) async throws {
        let store = try SQLiteStore(path: nil)
        for _ in 0..<40 {
            _ = try await store.create(InventoryItemDraft(title: "lamp", category: "light"), at: start)
        }
        let filter = InventoryFilter(title: "lamp", category: "light", after: after)
        #expect(try await store.items(matching: filter).items.isEmpty == (after == .max))
    }

    @Test func aTitleOfManyThousandCharactersIsFound() async throws {
        let store = try SQLiteStore(path: nil)
        let long = String((0..<25_000).map { "在\($0) " }.joined().prefix(100_000))
        let item = try await store.create(InventoryItemDraft(title: long, code: long), at: start)
        // The index has only the beginning of such a title; the tools accept no longer titles.
        let middle = String(long.dropFirst(5000).prefix(50_000))
        #expect(try await store.items(matching: InventoryFilter(title: middle)).items.isEmpty)
        for part in [long, String(long.prefix(20)), String(long.suffix(20)), "在"] {
            #expect(try await store.items(matching: InventoryFilter(title: part)).items.map(\.id) == [item.id])
        }
        #expect(try await store.items(matching: InventoryFilter(title: long + "x")).items.isEmpty)
        #expect(try await store.items(matching: InventoryFilter(code: long)).items.count == 1)
        _ = try await store.delete(item.id, ifUpdatedAt: nil)
        #expect(try await store.items(matching: InventoryFilter(title: "在")).items.isEmpty)
    }
}

/// Rows that are imported unchanged.
private struct Rows: InventoryImportSource {
    let rows: [InventoryImportRow]

    func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws {
        for row in rows { _ = try body(row) }
    }
}

/// The same numbers for the same seed.
private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func moment(near start: Date) -> Date {
        start + Double(number(-3...3) * 86_400 + number(-4...4) * 900 + number(0...1))
    }

    mutating func text() -> String {
        let words = ["A4", "ａ４", "用紙", "コピー", "紙", "ﾎﾞﾙﾄ", "ボルト", "paper", "Pa", "%", "_", " "]
        return (0...number(0...3)).map { _ in words[number(0...(words.count - 1))] }.joined()
    }

    private mutating func word() -> String? { ["x", "X", "倉庫", "倉庫A", nil][number(0...4)] }

    mutating func draft() -> InventoryItemDraft {
        InventoryItemDraft(title: text(), category: word(), place: word(), state: word(), code: word())
    }

    mutating func row(near start: Date) -> InventoryImportRow {
        let item = draft()
        let fields = InventoryItemChange(
            title: item.title,
            category: item.category.map { .set($0) } ?? .keep,
            place: item.place.map { .set($0) } ?? .keep,
            state: item.state.map { .set($0) } ?? .keep,
            code: item.code.map { .set($0) } ?? .keep
        )
        return InventoryImportRow(fields: fields, updatedAt: moment(near: start))
    }

    mutating func change() -> InventoryItemChange {
        func edit(_ word: String?) -> FieldChange<String> { word.map { .set($0) } ?? .clear }
        return InventoryItemChange(
            title: Bool.random(using: &self) ? text() : nil,
            category: Bool.random(using: &self) ? edit(word()) : .keep,
            place: Bool.random(using: &self) ? edit(word()) : .keep
        )
    }

    mutating func filter(near start: Date) -> InventoryFilter {
        InventoryFilter(
            title: number(0...2) == 0 ? text() : nil,
            category: number(0...3) == 0 ? word() : nil,
            place: number(0...3) == 0 ? word() : nil,
            state: number(0...3) == 0 ? word() : nil,
            code: number(0...5) == 0 ? word() : nil,
            updatedFrom: number(0...2) == 0 ? moment(near: start) : nil,
            updatedBefore: number(0...2) == 0 ? moment(near: start) : nil,
            after: number(0...3) == 0 ? number(0...120) : nil,
            limit: number(0...30)
        )
    }
}
