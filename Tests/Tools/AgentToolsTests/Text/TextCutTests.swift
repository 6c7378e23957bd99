import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct TextCutTests {
    @Test(arguments: [("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "abc…"), ("日本語", 3, "日本語"), ("日本語だ", 2, "日本…")])
    func textsAreCutBetweenScalars(text: String, length: Int, expected: String) {
        #expect(text.cut(to: length) == expected)
    }

    /// Texts of one megabyte, each a single character.
    private static let characters = ["x\u{301}", "\u{1F1E6}", "\u{1F468}\u{200D}", "\u{600}", "x\u{FE0F}"].map {
        String(repeating: $0, count: 1_000_000 / $0.utf8.count)
    }

    @Test(.timeLimit(.minutes(1)), arguments: characters)
    func aHugeCharacterIsCut(text: String) {
        #expect(text.cut(to: 80).utf8.count <= 80 * 4 + 3)
        #expect(TextParts(text, length: 12_000).parts.allSatisfy { $0.utf8.count <= 48_000 })
        #expect(TextLine(text, limit: 80).text.utf8.count <= 80 * 4 + 3)
        #expect(text.oneLine(cutTo: 80).utf8.count <= 80 * 4 + 3)
        let pages = OutputPages(text, budget: 4000)?.pages ?? []
        #expect(pages.count > 1 && pages.allSatisfy { $0.utf8.count <= 16_000 })
        #expect(!InventoryLimits.note.allows(text))
    }

    @Test(arguments: [
        (String(repeating: "क्षि", count: 150), true), (String(repeating: "👨‍👩‍👧‍👦", count: 200), true),
        (String(repeating: "x", count: 201), false), ("x" + String(repeating: "\u{301}", count: 2500), false),
    ])
    func titlesAreLimitedInCharacters(title: String, isAllowed: Bool) {
        #expect(InventoryLimits.title.allows(title) == isAllowed)
    }
}
