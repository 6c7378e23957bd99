import StreamingJSON
import Testing

@testable import Phrasebook

/// The changes that are made at once, and those that are proposed first.
@Suite struct ChangeCertaintyTests {
    private static let list = Turn(
        prompt: "show the inventory",
        calls: [
            Turn.Call(
                tool: "getInventoryList",
                arguments: [:],
                output: "ID: 3 - Stapler (updated: 2026-11-18): 3\nID: 5 - Green tea (updated: 2026-11-18): 8"
            )
        ]
    )
    private static let shown = Turn(
        prompt: "show item 3",
        calls: [
            Turn.Call(tool: "getInventory", arguments: ["id": 3], output: "ID: 3 - Stapler (updated: 2026-11-18)")
        ]
    )
    private static let weather = Turn(
        prompt: "What's the weather in Oslo?",
        calls: [Turn.Call(tool: "getCurrentWeather", arguments: ["city": "Oslo"], output: "Oslo: 3 °C.")]
    )

    private func certainty(_ message: String, after turns: [Turn] = []) throws -> ChangeCertainty? {
        let understanding = try PhraseReading.understanding(of: turns + [Turn(prompt: message)])
        return understanding.calls.isEmpty ? nil : understanding.certainty
    }

    @Test(
        "The plain forms are certain",
        arguments: [
            "Add 3 green tea bags", "Please add 3 green tea bags.", "Could you add 3 green tea bags, please?",
            "add 2 boxes of A4 paper",
            "add 2 kg rice", "Add 5 lamps to the inventory", "Add \"A4 paper\" to the inventory, quantity 10",
            "set the quantity of \"Green tea\" to 5", "set the quantity of green tea to 5",
            "Set item 3's quantity to 5",
            "change the location of item 3 to Shelf 2", "delete item 3", "Delete items 3 and 5", "remove the stapler",
            "move item 3 to Cabinet B", "rename item 3 to Desk lamp", "mark item 3 as broken",
            "increase the quantity of item 3 by 2",
            "take 2 from item 3", "add 2 lamps in the kitchen", "Add 20 folders to Cabinet B",
            "clear the note of item 3",
            "set item 3 to 30", "add 3 pens and 2 erasers", "add a new item called Desk lamp",
            "delete item 3. Add 2 lamps.",
            "緑茶を3個追加して", "ID 2の数量を5にして", "ID 2の数量を5に変更してください", "在庫3を削除して", "A4用紙を10箱、在庫に追加して", "緑茶を3個追加してください。",
            "ID 3を削除してもらえますか？", "「緑茶」の保管場所を「台所」に変更して", "ID 3を倉庫に移動して", "ID 3を2個減らして", "緑茶の数量を5にして", "封筒を3箱、事務所に追加して",
            "ID 3の備考を消して", "米20kgと味噌3kgを在庫に登録して", "ID 3を中古に変更して", "ゴミ袋を1袋へらして",
        ]
    )
    func plain(message: String) throws { #expect(try certainty(message) == .certain) }

    @Test(
        "What may mean something else is proposed",
        arguments: [
            // A statement, a wish, a plan.
            "we used 3 kg of coffee", "there are 9 staplers now", "I'd like to add 3 lamps to the inventory",
            "We got 3 lamps",
            "緑茶が3個届いたので追加して", "緑茶を3個追加したい", "ID 3はもういらないので削除して",
            // A value that may contain more than one value.
            "add 3 new lamps to the inventory", "add 3 boxes of used toner cartridges", "add 2 lamps in red",
            "add 3 box files", "add two lamps for the party to the inventory", "新品の緑茶を3個追加して", "緑茶の箱を3個追加して",
            // A deletion that may be a change of the number.
            "remove 3 staplers", "delete all staplers", "ID 3を3個消して",
            // A corrected word.
            "ad 3 green tea bags", "delet item 3",
            // Several requests about one item, or a reason.
            "add 3 lamps and put them in the hall", "delete item 3 because it is broken",
        ]
    )
    func plausible(message: String) throws {
        let found = try certainty(message)
        #expect(found == .plausible || found == nil)
    }

    @Test("A referring word is certain only for a thing that the previous turn named")
    func pointers() throws {
        #expect(try certainty("delete it", after: [Self.shown]) == .certain)
        #expect(try certainty("delete the second one", after: [Self.list]) == .certain)
        #expect(try certainty("それを削除して", after: [Self.shown]) == .certain)
        #expect(try certainty("delete it", after: [Self.shown, Self.weather]) == .plausible)
    }
}
