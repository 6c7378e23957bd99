/// Whether a question is clearly about the world, and about no thing that somebody may have at hand.
struct WorldQuestion {
    let isClear: Bool

    /// Reads a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        isClear =
            tokens.contains { $0.kind == .character } ? Self.isJapanese(tokens) : Self.isEnglish(tokens, in: utterance)
    }

    private static let openings = TokenSequences([
        "who", "who's", "whose", "when", "where", "why", "how", "what", "what's", "which", "is it true", "explain",
        "define", "describe",
        "history of", "meaning of", "definition of",
    ])
    private static let near: Set<Word> = [
        "we", "us", "our", "ours", "my", "mine", "me", "it", "its", "they", "them", "their", "this", "that", "these",
        "those", "here", "there",
        "he", "she", "him", "her", "his", "nobody", "somebody", "someone", "everybody",
    ]

    private static func isEnglish(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        var index = tokens.startIndex
        while index < tokens.endIndex, openings.longest(at: index, in: tokens) == nil {
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                return false
            }
        }
        // "the US"
        func isCapital(_ token: Token) -> Bool {
            token.kind == .word && utterance.text.characters[token.range.lowerBound].isUppercase
        }
        guard index < tokens.endIndex, !tokens.contains(where: { near.contains($0.key) && !isCapital($0) }) else {
            return false
        }
        // "the projector" is a thing that is known; "the capital of France" and "the Olympics" are not.
        return !tokens.indices.contains { place in
            guard tokens[place].key == "the" else { return false }
            return !tokens[(place + 1)...].contains { token in
                token.key == "of" || token.quotation != nil || isCapital(token)
            }
        }
    }

    private static let japaneseQuestions = TokenSequences([
        "誰", "だれ", "いつ", "何ですか", "なんですか", "とは", "方法", "なぜ", "どうして", "作り方", "やり方", "意味", "何メートル", "何年", "って何", "って誰",
        "何人",
        "について", "の歴史", "いいの", "第一歩", "どうやって",
    ])

    private static func isJapanese(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.indices.contains { japaneseQuestions.longest(at: $0, in: tokens) != nil }
    }
}
