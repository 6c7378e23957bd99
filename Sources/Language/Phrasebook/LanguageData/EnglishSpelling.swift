/// The facts about English that the tokenizer needs.
///
/// They are separate from ``LanguageData`` because its tables are built with the tokenizer.
enum EnglishSpelling {
    /// Words with an 's that are often written without the apostrophe: "whats".
    static let contractions: [Word: Word] = [
        "whats": "what", "hows": "how", "wheres": "where", "whos": "who", "thats": "that",
    ]

    /// Abbreviations whose full stop does not end a sentence.
    static let abbreviations = WordSet(words: "EnglishSpelling", "abbreviations")
}
