import ToolPhrases

/// The words that the phrases of the inventory tools share.
enum InventoryWords {
    /// The form of an item in the tools' outputs: `ID: 12 - A4 paper (updated: 2026-11-20)`.
    static let listed = ListedItems(argument: "id", linePrefix: "ID: ", titleEnds: [" (updated: ", " (更新: "])

    static let texts = PhraseTexts.builtInTools["inventory"]

    /// A field of an inventory item, with the names that people use.
    struct Field {
        var english: String
        var englishSlot: String
        var japanese: String
        var japaneseSlot: String
    }

    /// The fields of an item, in the order of longer sentences.
    static let fields: [Field] = {
        let texts = PhraseTexts.builtInTools["inventory.fields"]
        let english = zip(texts("english"), texts("englishSlots"))
        let japanese = zip(texts("japanese"), texts("japaneseSlots"))
        return zip(english, japanese).map {
            Field(english: $0.0, englishSlot: $0.1, japanese: $1.0, japaneseSlot: $1.1)
        }
    }()

    /// Returns a pattern for the fields from an index on, each of them optional: ", quantity 10, category office".
    static func optionalFields(from index: Int) -> String {
        fields[index...].map { "[[and] [with|in|at] (\($0.english)) [of|to|is|as|=] \($0.englishSlot)]" }
            .joined(separator: " ")
    }
}
