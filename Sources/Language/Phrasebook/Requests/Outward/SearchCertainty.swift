/// The certainty that a sentence asks for a search of the web.
///
/// A search sends a person's words to an external service, therefore it is made at once only with one of two signs. Without
/// them it is proposed.
enum SearchCertainty: Equatable, Sendable {
    /// The sentence names the web in one of a few ways.
    case named
    /// Each word has a role in a question that only the world can answer.
    case world
    /// Things of the person may be meant, or the sentence asks for nothing.
    case open

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        if WorldQuestion(tokens, in: utterance).isWhole {
            self = .world
        } else {
            self = WebRequest(tokens, in: utterance).isPlain ? .named : .open
        }
    }

    /// Returns whether an answer to the question for the search topic names something, and contains no other statement
    /// or question.
    static func isPlainAnswer(_ tokens: ArraySlice<Token>) -> Bool {
        guard tokens.last?.key != "?", !tokens.allSatisfy({ OutwardWords.hollow.contains($0.key) }) else {
            return false
        }
        let others = [OutwardWords.persons] + [LanguageData.english, .japanese].flatMap { [$0.fillers, $0.negations] }
        let isJapanese = tokens.contains { $0.isCharacter }
        return !tokens.indices.contains { index in
            // 「の」 and "to" are polite only at an end.
            others.contains { words in
                guard let found = words.longest(at: index, in: tokens) else { return false }
                return !isJapanese || found.count > 1
            }
        }
    }
}
