import AgentTools
import BuiltInTools
import Foundation
import Storage
import StorageSQLite
import StreamingJSON
import Testing

/// Filters by day in the embedded store, at fixed times.
@Suite(.timeLimit(.minutes(1))) struct EmbeddedInventoryTests {
    @Test(arguments: [
        // 23:30 on the 20th in Tokyo, and also the 20th in UTC.
        ("2026-11-20T14:30:00Z", "Asia/Tokyo", "2026-11-20", "2026-11-19", "2026-11-21"),
        // 00:30 on the 21st in Tokyo, but still the 20th in UTC.
        ("2026-11-20T15:30:00Z", "Asia/Tokyo", "2026-11-21", "2026-11-20", "2026-11-22"),
        // The last minute of a day of 25 hours in Paris.
        ("2026-10-25T22:59:00Z", "Europe/Paris", "2026-10-25", "2026-10-24", "2026-10-26"),
    ])
    func bothEndsAreInclusive(moment: String, zone: String, day: String, before: String, after: String) async throws {
        let inventory = InventoryTrial(EmbeddedInventory(store: try SQLiteStore(path: nil)))
        let created = try await inventory.call("createInventory", ["title": "x"], zone: zone, now: moment)
        #expect(created.text.contains("(updated: \(day))"))
        for (first, last, isThere) in [
            (day, day, true), (before, before, false), (after, after, false), (before, after, true),
        ] {
            let listed = try await inventory.call(
                "getInventoryList",
                ["updatedAfter": .string(first), "updatedBefore": .string(last)],
                zone: zone,
                now: moment
            )
            #expect(listed.text.contains("ID: 1") == isThere, "\(first) – \(last)")
        }
    }

    @Test func aLongListStatesHowToContinue() async throws {
        let store = try SQLiteStore(path: nil)
        let inventory = InventoryTrial(EmbeddedInventory(store: store))
        for (count, words) in [
            (100, nil), (101, "There is 1 more item. Narrow the list, or ask for the next ones with after: 100."),
            (102, "There are 2 more items."), (201, "There are more than 100 more items."),
        ] as [(Int, String?)] {
            let have = try await store.items(matching: InventoryFilter(limit: 10_000)).items.count
            for number in have..<count {
                _ = try await store.create(InventoryItemDraft(title: "\(number)"), at: Date())
            }
            let lines = try await inventory.call("getInventoryList").text.split(separator: "\n")
            #expect(lines.count == (words == nil ? 100 : 101))
            if let words { #expect(lines.last?.hasPrefix(words) == true, "\(lines.last ?? "")") }
        }
        let next = try await inventory.call("getInventoryList", ["after": 198], locale: "ja")
        #expect(next.text.hasPrefix("ID: 199") && next.text.split(separator: "\n").count == 3)
        let middle = try await inventory.call("getInventoryList", ["after": 0, "title": "1"], locale: "ja")
        #expect(middle.text.contains("続きを取得してください"), "\(middle.text)")
    }
}
