/// The words of a message as numbers of the vocabulary, computed once for all its parts.
struct MessageWords {
    /// The numbers of the tokens' words.
    let numbers: [Int32]
    /// The numbers of alternative readings of the tokens: "is" for the 's of "what's", a kana in the other script for a
    /// kana.
    let aliases: [Int32]
    /// Whether each token may be left out anywhere in a phrase.
    let isArticle: [Bool]
    /// The places of the words; `nil` for a message with too many tokens.
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

    /// Returns all the words that the tokens of a part may be read as.
    func all(in range: Range<Int>) -> [Int32] { Array(numbers[range]) + aliases[range] }
}
