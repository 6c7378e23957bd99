/// The speech act of a sentence: whether it makes a request, or only mentions an action.
///
/// Only a request changes anything. An action that is negated, asked about, hypothetical, reported or postponed changes
/// nothing.
enum SpeechAct: Equatable, Sendable {
    case request
    /// "Don't delete it", 「消さないで」.
    case negated
    /// "Should I delete it?", 「どうやって消すの？」.
    case question
    /// "If it is broken, delete it", 「もし壊れていたら」.
    case hypothetical
    /// "He told me to delete it", 「消してと言われた」.
    case reported
    /// "I will delete it tomorrow", 「あとで消す」.
    case later

    private static let english = LanguageData.english.acting
    private static let japanese = LanguageData.japanese.acting

    /// Classifies a sentence, without its quotations, the tokens of a free text such as a note, and the words of the phrase
    /// that it matches.
    init(_ tokens: ArraySlice<Token>, except free: Range<Int>? = nil, phrase: PhraseWords? = nil) {
        let isJapanese = tokens.contains { $0.isCharacter }
        let words = isJapanese ? Self.japanese : Self.english
        let seen = tokens.indices.filter { free?.contains($0) != true && tokens[$0].quotation == nil }
        func found(_ sequences: TokenSequences, but exceptions: TokenSequences) -> Bool {
            var index = tokens.startIndex
            while index < tokens.endIndex {
                if let exception = exceptions.longest(at: index, in: tokens) {
                    index += exception.count
                    continue
                }
                if free?.contains(index) != true, let found = sequences.longest(at: index, in: tokens),
                    phrase?.explain(tokens[index..<index + found.count]) != true
                {
                    return true
                }
                index += 1
            }
            return false
        }
        guard !seen.isEmpty else {
            self = .request
            return
        }
        if found(words.negations, but: words.harmless) {
            self = .negated
        } else if found(words.conditions, but: words.harmless) {
            self = .hypothetical
        } else if found(words.reports, but: words.harmless) {
            self = .reported
        } else if found(words.delays, but: words.harmless) {
            self = .later
        } else if isJapanese
            ? found(words.questions, but: words.harmless) || Self.asksOfPast(tokens) : Self.opens(tokens, words, phrase)
        {
            self = .question
        } else {
            self = .request
        }
    }

    /// Returns whether a Japanese sentence asks if something was done: 「消した？」.
    private static func asksOfPast(_ tokens: ArraySlice<Token>) -> Bool {
        guard let last = tokens.last, last.key == "?", let end = tokens.lastIndex(where: { !$0.isSkippable }) else {
            return false
        }
        return tokens[end].key == "た"
    }

    /// Returns whether an English sentence starts like a question.
    private static func opens(_ tokens: ArraySlice<Token>, _ words: SpeechActWords, _ phrase: PhraseWords?) -> Bool {
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if tokens[index].key == "there" || tokens[index].key == "actually" { return false }
            if let found = words.questions.longest(at: index, in: tokens) {
                return phrase?.explain(tokens[index..<index + found.count]) != true
            }
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                return false
            }
        }
        return false
    }
}

/// The closed classes of words that distinguish a request from a mention of an action.
struct SpeechActWords: Sendable {
    var negations: TokenSequences
    var conditions: TokenSequences
    var reports: TokenSequences
    var delays: TokenSequences
    var questions: TokenSequences
    /// Longer texts that contain one of these words without its meaning: "if you don't mind".
    var harmless: TokenSequences
}

extension LanguageData {
    /// The words that distinguish a request from a mention of an action.
    var acting: SpeechActWords { endsWithVerb ? Self.japaneseActing : Self.englishActing }

    private static let englishActing = SpeechActWords(
        negations: TokenSequences(words: "SpeechAct.english", "negations"),
        conditions: TokenSequences(words: "SpeechAct.english", "conditions"),
        reports: TokenSequences(words: "SpeechAct.english", "reports"),
        delays: TokenSequences(words: "SpeechAct.english", "delays"),
        questions: TokenSequences(words: "SpeechAct.english", "questions"),
        harmless: TokenSequences(words: "SpeechAct.english", "harmless")
    )

    private static let japaneseActing = SpeechActWords(
        negations: TokenSequences(words: "SpeechAct.japanese", "negations"),
        conditions: TokenSequences(words: "SpeechAct.japanese", "conditions"),
        reports: TokenSequences(words: "SpeechAct.japanese", "reports"),
        delays: TokenSequences(words: "SpeechAct.japanese", "delays"),
        questions: TokenSequences(words: "SpeechAct.japanese", "questions"),
        harmless: TokenSequences(words: "SpeechAct.japanese", "harmless")
    )
}
