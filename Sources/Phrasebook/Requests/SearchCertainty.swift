/// How sure it is that a sentence asks for a search of the web.
///
/// A search sends a person's words to somebody outside, so it is made at once only with one of two signs. Without them it is proposed.
enum SearchCertainty: Equatable, Sendable {
    /// The web is named in one of a few ways.
    case named
    /// Each word has a part in a question that only the world can answer.
    case world
    /// The person's own things may be meant, or nothing is asked for.
    case open

    /// Reads a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        if WorldQuestion(tokens, in: utterance).isWhole {
            self = .world
        } else {
            self = WebRequest(tokens, in: utterance).isPlain ? .named : .open
        }
    }

    /// Whether a message that answers the question for what is searched names something, and tells or asks nothing else.
    static func isPlainAnswer(_ tokens: ArraySlice<Token>) -> Bool {
        guard tokens.last?.key != "?", !tokens.allSatisfy({ OutwardWords.hollow.contains($0.key) }) else {
            return false
        }
        let others = [OutwardWords.persons] + [LanguageData.english, .japanese].flatMap { [$0.fillers, $0.negations] }
        let isJapanese = tokens.contains { $0.isCharacter }
        return !tokens.indices.contains { index in
            // 「の」 and "to" are courtesies only at an end.
            others.contains { words in
                guard let found = words.longest(at: index, in: tokens) else { return false }
                return !isJapanese || found.count > 1
            }
        }
    }
}
