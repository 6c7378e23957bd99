/// Whether a sentence asks for something or only makes a remark.
///
/// No external service is called because of a remark: "the weather was nice when we met", 「いい天気ですね」. A sentence that is
/// neither a question nor a request and has no finite verb, such as "weather Oslo", asks for the thing it names.
enum AskingForm: Equatable, Sendable {
    /// A question, a request, or a noun phrase.
    case asks
    /// A statement, an exclamation, a memory or a wish.
    case remarks

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>) {
        let isJapanese = tokens.contains { $0.kind == .character }
        self = isJapanese ? Self.japanese(tokens) : Self.english(tokens)
    }

    private static func has(_ sequences: TokenSequences, in tokens: ArraySlice<Token>) -> Bool {
        tokens.indices.contains { sequences.longest(at: $0, in: tokens) != nil }
    }

    /// Returns whether a sentence ends with one of some texts, not counting marks.
    private static func ends(_ tokens: ArraySlice<Token>, with sequences: TokenSequences) -> Bool {
        guard let last = tokens.lastIndex(where: { !$0.isSkippable }) else { return false }
        let said = tokens[...last]
        return (max(said.startIndex, last - 8)...last).contains { start in
            sequences.lengths(at: start, in: said).contains { start + $0 == last + 1 }
        }
    }

    // MARK: English

    private static func english(_ tokens: ArraySlice<Token>) -> AskingForm {
        if has(exclamations, in: tokens) || ends(tokens, with: tags) || begins(tokens, with: judgments) {
            return .remarks
        }
        if tokens.last?.key == "?" { return isRhetorical(tokens) ? .remarks : .asks }
        // "Why does nobody put it back!"
        if tokens.last?.key == "!", has(complaints, in: tokens.prefix(3)) { return .remarks }
        if has(requests, in: tokens) || opens(tokens) { return .asks }
        // "Rain again in Osaka", "So cold in Sapporo!"
        if tokens.last?.key == "!" || has(adverbs, in: tokens) || isCondition(tokens) { return .remarks }
        return has(predicates, in: tokens) ? .remarks : .asks
    }

    private static func begins(_ tokens: ArraySlice<Token>, with sequences: TokenSequences) -> Bool {
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if sequences.longest(at: index, in: tokens) != nil { return true }
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

    /// Returns whether a question only expresses a judgment: "Isn't the weather lovely?".
    private static func isRhetorical(_ tokens: ArraySlice<Token>) -> Bool {
        begins(tokens, with: rhetorical) || begins(tokens, with: negatives) && has(judgments, in: tokens)
    }

    /// Returns whether weather is named only as a condition, without a word for a lookup: "Sunny in Kyoto today".
    private static func isCondition(_ tokens: ArraySlice<Token>) -> Bool {
        has(conditions, in: tokens) && !has(lookedUp, in: tokens)
    }

    /// Words of judgment at the start of a remark.
    private static let judgments = TokenSequences([
        "lovely", "nice", "great", "beautiful", "gorgeous", "awful", "terrible", "horrible", "miserable", "crazy",
        "weird",
        "strange", "perfect", "good weather", "bad weather", "typical", "fine weather", "glorious", "wonderful",
        "amazing",
        "brutal", "dreadful", "wild weather", "insane", "funny weather", "some weather", "nasty", "fantastic", "ideal",
        "pleasant", "depressing", "disappointing", "more rain", "more snow", "another", "such", "so much", "too much",
        "enough", "thanks for", "thanks to", "under the", "forget", "talk about", "talking about", "no need",
        "never mind", "speaking of", "no rain", "weather permitting", "rain or shine",
    ])
    private static let negatives = TokenSequences([
        "isn't", "aren't", "wasn't", "weren't", "ain't", "don't you", "doesn't",
    ])
    private static let rhetorical = TokenSequences([
        "remember", "how about those", "do you like", "do you remember", "who would have thought", "who knew",
        "who doesn't", "who needs", "who wants", "can you believe",
        "could it be any", "could it get any", "would you believe", "you know what", "how about that",
    ])
    private static let adverbs = TokenSequences([
        "again", "already", "still", "finally", "at last", "as usual", "as always", "of course", "once more", "all day",
        "all week", "for days", "apparently", "supposedly", "anyway",
    ])
    private static let conditions = TokenSequences([
        "rain", "raining", "rainy", "snow", "snowing", "snowy", "sunny", "sun", "sunshine", "cloudy", "clouds", "windy",
        "storm", "storms", "stormy", "hot", "cold", "warm", "chilly", "freezing", "humid", "foggy", "fog", "heat",
        "cool",
        "typhoon", "hail", "thunder", "wet", "dry", "muggy", "drizzle", "drizzling", "pouring",
    ])
    private static let lookedUp = TokenSequences([
        "weather", "forecast", "forecasts", "temperature", "temperatures", "temp", "temps", "humidity", "chance",
        "chances",
        "probability", "amount", "speed", "degrees", "outlook", "report", "warning", "warnings", "vs", "versus", "or",
    ])

    /// Openings and idioms that turn even a question into a remark.
    private static let exclamations = TokenSequences([
        "good morning from", "good afternoon from", "good evening from", "greetings from", "hello from", "hi from",
        "what a", "what an",
        "such a", "how nice", "how lovely", "how beautiful", "how awful", "how terrible", "i hope", "we hope",
        "hopefully", "i wish", "love to see", "love to be", "love to visit", "love to go",
        "we wish", "fingers crossed", "i love", "we love", "i hate", "i miss", "i remember", "remember when",
        "do you remember",
        "reminds me", "who cares", "guess what", "no wonder", "if only", "lucky", "too bad", "i bet", "can't believe",
        "thank god",
    ])
    private static let tags = TokenSequences([
        "isn't it", "wasn't it", "aren't they", "weren't they", "doesn't it", "didn't it", "right", "eh", "huh",
        "don't you think", "innit",
        "you know",
    ])
    private static let complaints = TokenSequences(["why", "how"])

    /// Requests, anywhere in a sentence.
    private static let requests = TokenSequences([
        "please", "pls", "plz", "tell me", "show me", "give me", "get me", "find me", "let me know", "need to know",
        "want to know",
        "like to know", "love to know", "i wonder what", "i wonder if", "i wonder how", "wondering", "i'm curious",
        "any idea",
        "look it up", "i need the", "i want the", "i'd like the", "we need the", "i need today's", "do you know",
    ])

    /// Words that start a question or a request.
    private static let openings = TokenSequences([
        "what", "what's", "which", "who", "who's", "whose", "where", "where's", "when", "how", "how's", "why", "is",
        "are", "do", "does",
        "did", "will", "would", "can", "could", "should", "has", "have", "was", "were", "am", "any", "isn't", "aren't",
        "won't", "doesn't",
        "check", "show", "tell", "give", "look", "look up", "find", "get", "search", "google", "compare", "see",
        "fetch", "report",
        "browse", "research", "read", "explain", "define", "describe", "list", "whether", "if",
    ])
    private static let joints: Set<Word> = [",", "-", "–", ":", "and", "so", "but", "then", ";", "or"]

    /// Returns whether a question or a request starts the sentence or one of its clauses.
    private static func opens(_ tokens: ArraySlice<Token>) -> Bool {
        var isStart = true
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if isStart, openings.longest(at: index, in: tokens) != nil { return !isMemory(tokens[index...]) }
            if joints.contains(tokens[index].key) {
                isStart = true
                index += 1
            } else if tokens[index].isSkippable {
                index += 1
            } else if isStart, let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else if isStart, prefixes.contains(tokens[index].key),
                let comma = tokens[index...].prefix(8).firstIndex(where: {
                    $0.key == "what" || $0.key == "how" || $0.key == "is" || $0.key == "will"
                })
            {
                // "in Oslo what is the weather", "for tomorrow will it rain"
                index = comma
            } else {
                isStart = false
                index += 1
            }
        }
        return false
    }

    private static let prefixes: Set<Word> = [
        "in", "for", "at", "on", "about", "regarding", "today", "tomorrow", "tonight",
    ]

    /// Returns whether a clause recalls the past: "When we met in Oslo, …".
    private static func isMemory(_ tokens: ArraySlice<Token>) -> Bool {
        memories.longest(at: tokens.startIndex, in: tokens) != nil
    }

    private static let memories = TokenSequences([
        "when we", "when i", "when it", "when the", "if it", "if the", "if we", "see you", "look at", "have a",
        "will be", "was a", "find it",
        "so much", "can't", "any day", "is what", "what we", "what i",
    ])

    /// Subjects, and verb forms of statements.
    private static let predicates = TokenSequences([
        "is", "are", "was", "were", "am", "'s", "had", "has", "have", "did", "didn't", "isn't", "wasn't", "aren't",
        "weren't", "hope",
        "wish", "love", "loved", "loves", "hate", "hated", "hates", "enjoy", "enjoyed", "think", "thought", "guess",
        "believe", "said",
        "says", "told", "heard", "rained", "snowed", "met", "went", "came", "got", "made", "makes", "looks", "looked",
        "feels", "felt",
        "seems", "seemed", "turned", "ruined", "spoiled", "reminds", "reminded", "remember", "will", "won't", "should",
        "must", "can't",
        "doesn't", "don't", "never", "always", "depends", "stays", "stayed", "cancelled", "canceled", "kept", "might",
        "may", "would",
        "could", "let's", "can", "i", "i'm", "i've", "i'll", "i'd", "we", "we're", "we've", "we'll", "he", "she",
        "they", "they're", "it's",
        "that's", "my", "our", "everyone", "everybody", "nobody", "somebody", "someone", "mom", "mum", "dad", "boss",
    ])

    // MARK: Japanese

    private static func japanese(_ tokens: ArraySlice<Token>) -> AskingForm {
        if tokens.last?.key == "?" { return .asks }
        if tokens.last?.key == "!", has(japaneseComplaints, in: tokens) { return .remarks }
        if has(japaneseVague, in: tokens) { return .remarks }
        if has(japaneseOwnSearch, in: tokens), !ends(tokens, with: japaneseFavors) { return .remarks }
        guard !has(japaneseQuestions, in: tokens) else { return .asks }
        return ends(tokens, with: japaneseRemarks) ? .remarks : .asks
    }

    private static let japaneseComplaints = TokenSequences(["なんで", "どうして", "なんて"])
    private static let japaneseQuestions = TokenSequences([
        "教えて", "おしえて", "見せて", "知りたい", "お願い", "ください", "下さい", "ほしいです", "何度", "何時", "何が", "何を", "何か", "なに", "どう", "どこ",
        "どれ",
        "どの", "どちら", "どっち", "いつ", "誰が", "だれ", "なぜ", "いくつ", "かな", "でしょうか", "ますか", "ですか", "比べて", "くれる", "もらえる", "くれますか",
        "たっけ", "だっけ", "頼む",
    ])

    /// Words that look like question words but ask nothing.
    private static let japaneseVague = TokenSequences(["なぜか", "なんだか", "何だか", "誰か来", "いつかは", "どこかで"])

    /// A search that somebody else makes, has made, or need not make.
    private static let japaneseOwnSearch = TokenSequences([
        "自分で調べ", "自分で検索", "調べた", "調べました", "調べている", "調べてる", "調べていた", "調べてた", "調べなく", "調べない", "調べるから", "調べるの", "調べれば",
        "調べたら", "調べても", "調べてみた", "調べてみたら", "調べよう", "調べると", "調べるつもり", "調べる予定", "検索した", "検索しました", "検索している", "検索してる",
        "検索していた", "検索しなく", "検索しない", "検索するから", "検索するの", "検索すれば", "検索したら", "検索しても", "検索してみた", "検索しよう", "検索すると",
        "ググった", "ググったら", "ググっても", "ググれば", "ググるから",
    ])
    private static let japaneseFavors = TokenSequences([
        "てください", "て下さい", "てくれる", "てくれますか", "てもらえる", "てもらえますか", "てくれませんか", "てもらえませんか", "てほしい", "てほしいです", "お願い",
        "お願いします", "教えて", "教えてください",
    ])

    /// Endings of statements, memories, hopes and guesses.
    private static let japaneseRemarks = TokenSequences([
        "た", "だ", "ね", "よ", "なあ", "なぁ", "な", "わ", "ぞ", "のに", "けど", "けれど", "から", "ので", "し", "が", "らしい", "そうです", "そうだ",
        "だろう", "でしょう",
        "嫌", "いや", "嫌い", "嫌いです", "好き", "好きです", "大好き", "でほしい", "てほしい", "気がする", "と思う", "と思います", "思い出す", "残念", "最高", "最悪",
        "すぎる", "すぎ", "ますように", "しよう", "でした", "ました", "ねえ", "かも", "かもです", "かもしれない", "かもしれません", "言ってた", "言っていた", "そう",
        "思い出",
        "ない", "ません", "もういい", "もういいです", "大丈夫", "大丈夫です", "結構です", "不要です", "いらない", "いらないです", "面倒", "面倒です", "大変", "大変です",
        "中です", "ところ", "ところです", "済み",
        "済みです", "だけです", "無理", "無理です", "んだって", "ないで", "なくていい", "なくていいです",
        "楽しみ", "楽しみです", "たいな", "つもり", "予定", "予定です", "て嬉しい", "て最高", "てよかった", "ありがとう",
    ])
}
