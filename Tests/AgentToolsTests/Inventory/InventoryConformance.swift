import Foundation
import LanguageModels
import StreamingJSON
import Testing

/// What both inventories must do alike.
@Suite(.timeLimit(.minutes(1))) struct InventoryConformance {
    /// Today in Tokyo, for ZAICO's stand-in dates its items itself.
    private let now = Date().formatted(.iso8601)
    private var today: String {
        Date().formatted(
            Date.ISO8601FormatStyle(timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt).year().month().day()
        )
    }

    @Test(arguments: InventoryKind.allCases)
    func anItemFromItsMakingToItsEnd(kind: InventoryKind) async throws {
        try await kind.with { inventory in
            let created = try await inventory.call(
                "createInventory",
                ["title": "A4用紙", "quantity": 10, "unit": "箱"],
                now: now
            )
            #expect(!created.isError)
            let id = try #require(created.artifacts.first?.content.jsonValue[0]?["id"]?.intValue)
            #expect(created.text.contains("ID: \(id) - A4用紙 (updated: \(today))"))

            let listed = try await inventory.call("getInventoryList", locale: "ja", now: now)
            #expect(listed.text == "ID: \(id) - A4用紙 (更新: \(today))")
            #expect(listed.artifacts.map(\.type) == ["inventory.items"])

            let updated = try await inventory.call("updateInventory", ["id": .integer(id), "place": "2F"], now: now)
            #expect(updated.text.contains("ID: \(id) - A4用紙 (updated: \(today))"))
            let item = try await inventory.call("getInventory", ["id": .integer(id)], now: now)
            let data = item.artifacts.first?.content.jsonValue[0]
            #expect(data?["place"] == "2F" && data?["unit"] == "箱" && data?["quantity"]?.doubleValue == 10)

            let deleted = try await inventory.call("deleteInventory", ["id": .integer(id)], now: now)
            #expect(deleted.text.contains("ID: \(id) - A4用紙 (updated: \(today))"))
            let gone = try await inventory.call("getInventory", ["id": .integer(id)], now: now)
            #expect(gone.isError && gone.text.contains("no inventory item with the ID \(id)"))
        }
    }

    @Test(arguments: InventoryKind.allCases)
    func titlesAreFoundByAPartOfThem(kind: InventoryKind) async throws {
        try await kind.with { inventory in
            for title in ["A4 paper", "a4 envelope", "B5_paper", "100% cotton", "コピー用紙"] {
                _ = try await inventory.call("createInventory", ["title": .string(title)], now: now)
            }
            for (part, count) in [("A4", 2), ("paper", 2), ("用紙", 1), ("%", 1), ("_", 1), ("x", 0)] {
                let found = try await inventory.call("getInventoryList", ["title": .string(part)], now: now)
                let lines = found.text.split(separator: "\n").filter { $0.hasPrefix("ID: ") }
                #expect(lines.count == count, "\(part): \(found.text)")
            }
        }
    }

    @Test(arguments: InventoryKind.allCases)
    func daysAreTheCallers(kind: InventoryKind) async throws {
        try await kind.with { inventory in
            _ = try await inventory.call("createInventory", ["title": "x"], now: now)
            for (after, before, isThere) in [
                (today, today, true), ("2020-01-01", today, true), ("2020-01-01", "2020-12-31", false),
                ("2999-01-01", nil, false), (nil, "2020-01-01", false), (nil, nil, true),
            ] as [(String?, String?, Bool)] {
                var arguments: JSONObject = [:]
                if let after { arguments["updatedAfter"] = .string(after) }
                if let before { arguments["updatedBefore"] = .string(before) }
                let listed = try await inventory.call("getInventoryList", .object(arguments), now: now)
                #expect(!listed.isError)
                #expect(listed.text.contains("ID: ") == isThere, "\(after ?? "") – \(before ?? ""): \(listed.text)")
            }
        }
    }

    @Test(arguments: InventoryKind.allCases)
    func whatCannotBeDoneSaysWhatToDo(kind: InventoryKind) async throws {
        try await kind.with { inventory in
            let rows: [(String, JSONValue, String)] = [
                ("getInventory", ["id": 99999], "no inventory item with the ID 99999"),
                ("updateInventory", ["id": 99999, "title": "x"], "no inventory item with the ID 99999"),
                ("deleteInventory", ["id": 99999], "no inventory item with the ID 99999"),
                ("getInventoryList", ["updatedAfter": "yesterday"], "YYYY-MM-DD"),
                ("getInventoryList", ["updatedAfter": "2026-02-30"], "YYYY-MM-DD"),
                ("getInventoryList", ["updatedAfter": "2026-11-21", "updatedBefore": "2026-11-20"], "is later than"),
                ("createInventory", ["title": "  "], "title"),
            ]
            for (tool, arguments, words) in rows {
                let outcome = try await inventory.call(tool, arguments)
                #expect(outcome.isError && outcome.text.contains(words), "\(tool) \(arguments): \(outcome.text)")
            }
        }
    }
}
