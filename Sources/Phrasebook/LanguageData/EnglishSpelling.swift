/// What cutting a message into tokens has to know about English.
///
/// It stands apart from ``LanguageData``, whose tables are made by cutting texts into tokens.
enum EnglishSpelling {
    /// Words with an 's that are written without the apostrophe: "whats".
    static let contractions: [Word: Word] = [
        "whats": "what", "hows": "how", "wheres": "where", "whos": "who", "thats": "that",
    ]

    /// Words that a full stop may follow within a sentence.
    static let abbreviations: WordSet = [
        "st", "mt", "ft", "no", "dr", "mr", "mrs", "ms", "vs", "etc", "approx", "inc", "ltd", "jr", "sr", "co", "corp",
        "prof", "dept", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    ]
}
