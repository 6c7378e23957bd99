import StreamingJSON
import Testing

@testable import Phrasebook

@Suite struct AnswerTemplateTests {
    private let template = AnswerTemplate(
        one: "One thing[ called {name}].",
        many: "{count} things[ called {name}][, from {day}]."
    )

    @Test func optionalParts() {
        #expect(template.text(count: 1, arguments: [:]) == "One thing.")
        #expect(template.text(count: 3, arguments: ["name": "{day}"]) == "3 things called {day}.")
        #expect(
            template.text(count: 2, arguments: ["day": "2026-11-20", "name": "Ink"])
                == "2 things called Ink, from 2026-11-20."
        )
        #expect(AnswerTemplate(one: "{name}", many: "").text(count: 1, arguments: [:]) == nil)
        #expect(AnswerTemplate(one: "{id}", many: "").text(count: 1, arguments: ["id": 7]) == "7")
    }

    @Test(
        "A list has a heading in the language of the message; what is no list has none",
        arguments: [
            ("show the inventory", "ID: 1 - A (updated: 2026-11-20)\nID: 2 - B (updated: 2026-11-20)", "2 items:"),
            ("do we have any pens?", "ID: 1 - Pens (updated: 2026-11-20)", "One item with “pens” in its title:"),
            (
                "show the inventory updated yesterday", "ID: 1 - A (updated: 2026-11-20)",
                "One item, updated from 2026-11-20 up to 2026-11-20:"
            ),
            ("ペンの在庫を見せて", "ID: 1 - ペン (更新: 2026-11-20)", "「ペン」を含む在庫は1件です。"),
            ("show the inventory", "No inventory items were found.", nil),
            ("show item 1", "ID: 1 - A (updated: 2026-11-20)", nil),
        ]
    )
    func headings(message: String, output: String, heading: String?) throws {
        let answer = AnswerWriter(phrases: try PhraseReading.phrases.get()) { _ in true }
            .answer(to: try PhraseReading.understanding(of: [message]), outputs: [output])
        #expect(answer == (heading.map { $0 + "\n" } ?? "") + output)
    }
}
