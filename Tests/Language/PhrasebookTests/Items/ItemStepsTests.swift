import StreamingJSON
import Testing

@testable import AgentTools
@testable import BuiltInTools
@testable import Phrasebook

/// Calls on items, step by step, from the outputs so far.
@Suite struct ItemStepsTests {
    private static let pens =
        "ID: 8 - Blue pen (updated: 2026-11-12): 40 pieces\nID: 9 - Red pen (updated: 2026-11-12): 0 pieces"
    private static let stapler = "ID: 3 - Stapler (updated: 2026-11-18): 3"
    private static let details =
        "ID: 3 - Stapler (updated: 2026-11-18)\nQuantity: 3 boxes\nPlace: Cabinet B\nVersion: 2026-11-18T00:12:00.000Z"
    private static let nothing = "No inventory items were found."

    private func step(_ tool: String, _ arguments: String, _ outputs: [String]) throws -> String {
        let phrases = try PhraseReading.phrases.get()
        let collection = try #require(phrases.collections.first)
        var steps = ItemSteps(
            collection,
            InventoryWords.listed,
            asked: .anything,
            language: .english,
            isEnabled: { _ in true },
            made: outputs.map { Turn.Call(tool: "", arguments: [:], output: $0) }
        )
        let call = PlannedCall(
            tool: tool,
            arguments: try JSONValue(parsing: arguments).objectValue ?? [:],
            subject: ""
        )
        return switch steps.next(for: call) {
        case .calls(let calls): calls.map { "\($0.tool) \($0.json)" }.joined(separator: " ; ")
        case .done: "done"
        case .ask(let question), .request(let question, _, _): "? \(question)"
        case .refuse(let reason): "! \(reason)"
        case .propose(let changes): "proposed \(changes.map { "\($0.call.tool) \($0.call.json)" })"
        }
    }

    @Test("A name is looked up, and the item with that title is used")
    func names() throws {
        let rows: [(String, String, [String], String)] = [
            ("deleteInventory", #"{"id":"stapler"}"#, [], #"getInventoryList {"title":"stapler"}"#),
            ("deleteInventory", #"{"id":"stapler"}"#, [Self.stapler], #"deleteInventory {"id":3}"#),
            ("deleteInventory", #"{"id":"stapler"}"#, [Self.stapler, "Deleted:"], "done"),
            ("deleteInventory", #"{"id":"red pens"}"#, [Self.pens], #"deleteInventory {"id":9}"#),
            (
                "deleteInventory", #"{"id":"pen"}"#, [Self.pens],
                "? Which item: Blue pen (ID 8), Red pen (ID 9)?"
            ),
            ("deleteInventory", #"{"id":"blu pen"}"#, [Self.nothing], "getInventoryList {}"),
            (
                "deleteInventory", #"{"id":"blu pen"}"#, [Self.nothing, Self.pens],
                #"proposed ["deleteInventory {\"id\":8}"]"#
            ),
            (
                "deleteInventory", #"{"id":"ladder"}"#, [Self.nothing, Self.pens],
                "? There is no item called “ladder”. Which item do you mean?"
            ),
            ("deleteInventory", "{}", [], "? Which item? Tell me its name or its ID."),
            (
                "deleteInventory", #"{"id":"pen","?all":"all"}"#, [Self.pens],
                #"deleteInventory {"id":8} ; deleteInventory {"id":9}"#
            ),
        ]
        for (tool, arguments, outputs, expected) in rows {
            #expect(try step(tool, arguments, outputs) == expected, "\(arguments) \(outputs)")
        }
    }

    @Test("A relative change is computed from the present quantity, for its version")
    func relativeChanges() throws {
        let rows: [(String, String)] = [
            (#"{"id":3,"quantity+":2}"#, #"{"id":3,"quantity":5,"version":"2026-11-18T00:12:00.000Z"}"#),
            (#"{"id":3,"quantity+":"another"}"#, #"{"id":3,"quantity":4,"version":"2026-11-18T00:12:00.000Z"}"#),
            (#"{"id":3,"quantity-":0.5}"#, #"{"id":3,"quantity":2.5,"version":"2026-11-18T00:12:00.000Z"}"#),
            (#"{"id":3,"quantity*":"half"}"#, #"{"id":3,"quantity":1.5,"version":"2026-11-18T00:12:00.000Z"}"#),
            (#"{"id":3,"quantity*":"2倍"}"#, #"{"id":3,"quantity":6,"version":"2026-11-18T00:12:00.000Z"}"#),
            (#"{"id":3,"quantity*":"使い切った"}"#, #"{"id":3,"quantity":0,"version":"2026-11-18T00:12:00.000Z"}"#),
        ]
        for (arguments, expected) in rows {
            #expect(try step("updateInventory", arguments, []) == #"getInventory {"id":3}"#)
            #expect(
                try step("updateInventory", arguments, [Self.details]) == "updateInventory \(expected)",
                "\(arguments)"
            )
        }
        #expect(
            try step("updateInventory", #"{"id":3,"quantity-":4}"#, [Self.details])
                == "! Nothing was changed: there are only 3 boxes of Stapler."
        )
        #expect(try step("updateInventory", #"{"id":3,"quantity":-5}"#, []).hasPrefix("! Nothing was changed"))
        #expect(try step("updateInventory", #"{"id":3,"quantity+":1e300}"#, [Self.details]).hasPrefix("! Nothing"))
        #expect(try step("updateInventory", #"{"id":3}"#, []).hasPrefix("? What should change"))
        #expect(
            try step("updateInventory", #"{"id":3,"?clear":"barcode"}"#, []) == #"updateInventory {"id":3,"code":null}"#
        )
    }

    @Test("A number of an existing item is added to its quantity")
    func creation() throws {
        let call = #"{"title":"staplers","quantity":2}"#
        #expect(try step("createInventory", call, []) == #"getInventoryList {"title":"stapler"}"#)
        #expect(try step("createInventory", call, [Self.nothing]) == "createInventory \(call)")
        #expect(try step("createInventory", call, [Self.stapler]) == #"getInventory {"id":3}"#)
        #expect(
            try step("createInventory", call, [Self.stapler, Self.details])
                == #"updateInventory {"quantity":5,"version":"2026-11-18T00:12:00.000Z","id":3}"#
        )
        #expect(try step("createInventory", #"{"title":"pens, kept in Box 1"}"#, []).hasPrefix("? What exactly"))
    }

    @Test("A list is filtered by the field that contains the word")
    func filters() throws {
        let call = #"{"title":"Stationery"}"#
        #expect(try step("getInventoryList", call, [Self.nothing]) == #"getInventoryList {"category":"Stationery"}"#)
        #expect(try step("getInventoryList", call, [Self.nothing, Self.pens]) == "done")
        #expect(
            try step("getInventoryList", call, [Self.nothing, Self.nothing])
                == #"getInventoryList {"place":"Stationery"}"#
        )
    }

    @Test(
        "Titles are compared whatever their case, width, kana and number",
        arguments: [
            ("Stapler", "stapler", true), ("red pens", "Red pen", true), ("単三電池", "単3電池", true), ("ごみ袋", "ゴミ袋", true),
            ("Ａ４用紙", "A4用紙", true), ("pen", "Red pen", false), ("", "", false),
        ]
    )
    func titles(name: String, title: String, isSame: Bool) {
        #expect(ItemName(name).isTitle(title) == isSame)
    }

    @Test("An item's line may have any text in its title")
    func lines() {
        let items = ListedItem.all(
            in: "ID: 7 - x (updated: 2026-01-01): 5 (updated: 2026-11-20): 2.5 kg\nnoise\nID: nine - y",
            InventoryWords.listed
        )
        #expect(items.map(\.title) == ["x (updated: 2026-01-01): 5"])
        #expect(items.map(\.quantity) == [2.5])
        #expect(items.map(\.unit) == ["kg"])
    }
}
