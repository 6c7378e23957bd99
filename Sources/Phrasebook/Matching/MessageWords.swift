/// What the words of a message are to patterns, found out once for all its parts.
struct MessageWords {
    /// The numbers of the tokens' words.
    let numbers: [Int32]
    /// The numbers of the words that the tokens may stand for: the 's of "what's" for "is", a kana for itself in the other script.
    let aliases: [Int32]
    /// Which tokens may be left out anywhere in a phrase.
    let isArticle: [Bool]
    /// The places of the words; `nil` in a message with too many tokens for that.
    let places: WordPlaces?

    init(_ tokens: [Token], _ vocabulary: Vocabulary) {
        numbers = tokens.map { vocabulary.number(of: $0.key) }
        aliases = vocabulary.aliases(of: tokens)
        isArticle = tokens.map { $0.isWord && LanguageData.english.articles.contains($0.key) }
        places = WordPlaces(
            tokens,
            numbers: numbers,
            aliases: aliases,
            isArticle: isArticle,
            count: vocabulary.count
        )
    }

    /// All the words that the tokens of a part may be read as.
    func all(in range: Range<Int>) -> [Int32] { Array(numbers[range]) + aliases[range] }
}
