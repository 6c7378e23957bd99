/// Whether a sentence asks for something or only tells something.
///
/// Nobody outside is asked about a remark: "the weather was nice when we met", 「いい天気ですね」. What is neither a question nor a request, and
/// has no finite verb, such as "weather Oslo", asks by naming what is wanted.
enum AskingForm: Equatable, Sendable {
    /// A question, a request, or a noun phrase.
    case asks
    /// A statement, an exclamation or a wish.
    case tells

    /// Reads a sentence.
    init(_ tokens: ArraySlice<Token>) {
        let isJapanese = tokens.contains { $0.kind == .character }
        self = isJapanese ? Self.japanese(tokens) : Self.english(tokens)
    }

    private static func has(_ sequences: TokenSequences, in tokens: ArraySlice<Token>) -> Bool {
        tokens.indices.contains { sequences.longest(at: $0, in: tokens) != nil }
    }

    private static func hasQuestionMark(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.last.map { $0.key == "?" } ?? false
    }

    // MARK: English

    private static func english(_ tokens: ArraySlice<Token>) -> AskingForm {
        guard !hasQuestionMark(tokens) else { return .asks }
        if has(exclamations, in: tokens), !has(requests, in: tokens) { return .tells }
        guard !has(requests, in: tokens), !has(questions, in: tokens), !opensAsQuestion(tokens) else { return .asks }
        return has(predicates, in: tokens) ? .tells : .asks
    }

    private static let exclamations = TokenSequences([
        "what a", "what an", "such a", "how nice", "how lovely", "how beautiful", "how awful", "how terrible", "i hope", "we hope",
        "hopefully", "i wish", "we wish", "fingers crossed", "i love", "i hate", "i miss", "i remember",
    ])

    private static let requests = TokenSequences([
        "please", "pls", "plz", "tell", "show", "check", "give", "look up", "find", "get me", "search", "google", "compare", "need to know",
        "want to know", "like to know", "love to know", "let me know", "i wonder", "wondering", "curious", "look for", "want the",
        "need the", "want a", "need a", "like the", "like a", "see the", "report", "look online", "browse", "research", "any idea",
    ])

    private static let questions = TokenSequences([
        "what", "what's", "which", "who", "whose", "where", "how", "how's", "why", "should i", "should we", "do i", "do we", "is it",
        "is there", "will it", "will there", "can i", "can we", "does it", "going to be", "are there", "if it", "whether",
    ])

    private static let openings: Set<Word> = [
        "is", "are", "do", "does", "did", "will", "would", "can", "could", "should", "has", "have", "was", "were", "am", "any", "when",
        "isn't", "aren't", "won't", "doesn't",
    ]

    private static func opensAsQuestion(_ tokens: ArraySlice<Token>) -> Bool {
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
            } else if openings.contains(tokens[index].key) {
                return true
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                return false
            }
        }
        return false
    }

    /// Verbs in a form that says something of a subject.
    private static let predicates = TokenSequences([
        "is", "are", "was", "were", "am", "i'm", "we're", "they're", "it's", "'s been", "that's", "had", "has", "have", "did", "didn't",
        "isn't", "wasn't", "aren't", "weren't", "hope", "wish", "love", "loved", "loves", "hate", "hated", "hates", "enjoy", "enjoyed",
        "think", "thought", "guess", "believe", "said", "says", "told", "heard", "read that", "rained", "snowed", "met", "went", "came",
        "got", "made", "makes", "looks", "looked", "feels", "felt", "seems", "seemed", "turned", "ruined", "spoiled", "reminds",
        "reminded", "remember", "will", "won't", "should", "must", "can't", "doesn't", "don't", "never", "always", "depends", "stays",
        "stayed", "i've", "we've", "cancelled", "canceled", "kept",
    ])

    // MARK: Japanese

    private static func japanese(_ tokens: ArraySlice<Token>) -> AskingForm {
        guard !hasQuestionMark(tokens), !has(japaneseQuestions, in: tokens) else { return .asks }
        guard let last = tokens.lastIndex(where: { !$0.isSkippable }) else { return .asks }
        let said = tokens[...last]
        let isTelling = (max(said.startIndex, last - 7)...last).contains { start in
            japaneseRemarks.lengths(at: start, in: said).contains { start + $0 == last + 1 }
        }
        return isTelling ? .tells : .asks
    }

    private static let japaneseQuestions = TokenSequences([
        "教えて", "おしえて", "見せて", "知りたい", "調べて", "しらべて", "検索", "お願い", "ください", "下さい", "ほしいです", "何", "なに", "どう", "どこ", "どれ",
        "どの", "どちら", "どっち", "いつ", "誰", "だれ", "なぜ", "いくつ", "かな", "でしょうか", "ますか", "ですか", "比べて", "くれる", "もらえる", "確認",
        "チェック", "ググって", "くれますか", "探して", "たっけ", "だっけ",
    ])

    private static let japaneseRemarks = TokenSequences([
        "ですね", "だね", "ますね", "ましたね", "でしたね", "ました", "でした", "だった", "かった", "だったね", "かったね", "ですよね", "だよね", "よね", "ですよ",
        "だよ", "ますよ", "なあ", "なぁ", "いいな", "といいな", "といいね", "といいのに", "といいけど", "らしい", "らしいね", "らしいよ", "そうです", "だろうな", "嫌だ",
        "いやだ", "嫌い", "嫌いです", "好き", "好きです", "大好き", "ないでほしい", "たね", "たよ", "たなあ", "気がする", "と思う", "と思います", "思い出す", "残念", "最高",
        "最悪", "すぎる", "ほしいな", "ほしいなあ", "ますように", "しよう", "たので", "だったので", "ですねえ", "ねえ", "だなあ", "だな", "ですな",
    ])
}
