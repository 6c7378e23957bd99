import Testing

@testable import Phrasebook

/// Requests about items, assembled from their parts.
@Suite struct ItemRequestTests {
    @Test(
        "Values come in any order, and reasons before or after",
        arguments: [
            (
                "Register 15 USB sticks (category Electronics, kept in Drawer 3)",
                [#"createInventory {"category":"Electronics","place":"Drawer 3","title":"USB sticks","quantity":15}"#]
            ),
            (
                "Please add to the inventory: 6 desk fans, stored in Warehouse 2",
                [#"createInventory {"place":"Warehouse 2","title":"desk fans","quantity":6}"#]
            ),
            (
                "Since the lamp is dead, mark the projector as broken",
                [#"updateInventory {"id":"projector","state":"broken"}"#]
            ),
            (
                "change the stapler's category to Tools and its state to broken",
                [#"updateInventory {"id":"stapler","category":"Tools","state":"broken"}"#]
            ),
            (
                "get rid of the toner cartridge, we don't need it anymore",
                [#"deleteInventory {"id":"toner cartridge"}"#]
            ),
            ("delete items 7 and 14", [#"deleteInventory {"id":7}"#, #"deleteInventory {"id":14}"#]),
            (
                "ホチキスの針を5箱、文具カテゴリで事務所に登録して",
                [#"createInventory {"category":"文具","place":"事務所","title":"ホチキスの針","quantity":5,"unit":"箱"}"#]
            ),
            ("緑茶の場所を第1倉庫、数量を20袋にして", [#"updateInventory {"id":"緑茶","place":"第1倉庫","unit":"袋","quantity":20}"#]),
            ("トナー捨てちゃったから消しといて", [#"deleteInventory {"id":"トナー"}"#]),
            (
                "米20kgと味噌3kgを在庫に登録しといて",
                [
                    #"createInventory {"title":"米","quantity":20,"unit":"kg"}"#,
                    #"createInventory {"title":"味噌","quantity":3,"unit":"kg"}"#,
                ]
            ),
        ]
    )
    func requests(message: String, calls: [String]) throws {
        #expect(try PhraseReading.calls(for: message) == calls)
    }

    @Test(
        "What only speaks of a change makes none",
        arguments: [
            "Should I delete the stapler?", "What happens if I delete item 3?", "My colleague said to remove item 4",
            "If there are no red pens left, delete them", "I would never delete the stapler", "Did you delete item 3?",
            "トナーは消さなくていいよ", "もしトナーがなかったら削除して", "USBケーブルが3本壊れたので新しい箱を倉庫に頼みたい",
        ]
    )
    func talk(message: String) throws {
        let changes = try PhraseReading.calls(for: message).filter { !$0.hasPrefix("get") && !$0.hasPrefix("search") }
        #expect(changes == [])
    }

    @Test("Nothing is changed when a part of a message was not understood")
    func parts() throws {
        #expect(try PhraseReading.calls(for: "Delete item 3. Frobnicate the whatsit.") == [])
    }

    @Test("No part of a sentence is read beyond its end")
    func cuts() throws {
        let phrases = try PhraseReading.phrases.get()
        let topic = try #require(phrases.itemTopics.first)
        let sentences = [
            "Could you put half a kilo of green tea in the pantry, category Food, it's used and its code is TN-4?",
            "We don't stock the red pens any more, so please rename item 3's note to \"x\" and move it to Cabinet B by 3 boxes",
            "在庫番号3の備考に「x」と入れて、ID6と7番の場所を第2倉庫に移して、あと3本もういらないので減らしといてください",
            "文具カテゴリの新品のものは給湯室にいくつ残ってるか教えて",
        ]
        for sentence in sentences {
            for start in sentence.indices {
                for text in [String(sentence[start...]), String(sentence[..<start])] where !text.isEmpty {
                    let matcher = PhraseMatcher(
                        text,
                        phrases: phrases,
                        today: PhraseReading.today,
                        referents: Referents(phrases.tools),
                        isEnabled: { _ in true }
                    )
                    let reader = matcher.reader(for: matcher.utterance.tokens.indices)
                    #expect(ItemRequests.read(reader, topic).count < 10)
                    _ = ItemInquiries.read(reader, topic)
                }
            }
        }
    }
}
