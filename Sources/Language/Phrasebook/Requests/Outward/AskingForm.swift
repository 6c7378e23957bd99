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
    private static let judgments = TokenSequences(words: "AskingForm", "judgments")
    private static let negatives = TokenSequences(words: "AskingForm", "negatives")
    private static let rhetorical = TokenSequences(words: "AskingForm", "rhetorical")
    private static let adverbs = TokenSequences(words: "AskingForm", "adverbs")
    private static let conditions = TokenSequences(words: "AskingForm", "conditions")
    private static let lookedUp = TokenSequences(words: "AskingForm", "lookedUp")

    /// Openings and idioms that turn even a question into a remark.
    private static let exclamations = TokenSequences(words: "AskingForm", "exclamations")
    private static let tags = TokenSequences(words: "AskingForm", "tags")
    private static let complaints = TokenSequences(["why", "how"])

    /// Requests, anywhere in a sentence.
    private static let requests = TokenSequences(words: "AskingForm", "requests")

    /// Words that start a question or a request.
    private static let openings = TokenSequences(words: "AskingForm", "openings")
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

    private static let prefixes = Set<Word>(words: "AskingForm", "prefixes")

    /// Returns whether a clause recalls the past: "When we met in Oslo, …".
    private static func isMemory(_ tokens: ArraySlice<Token>) -> Bool {
        memories.longest(at: tokens.startIndex, in: tokens) != nil
    }

    private static let memories = TokenSequences(words: "AskingForm", "memories")

    /// Subjects, and verb forms of statements.
    private static let predicates = TokenSequences(words: "AskingForm", "predicates")

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
    private static let japaneseQuestions = TokenSequences(words: "AskingForm", "japaneseQuestions")

    /// Words that look like question words but ask nothing.
    private static let japaneseVague = TokenSequences(["なぜか", "なんだか", "何だか", "誰か来", "いつかは", "どこかで"])

    /// A search that somebody else makes, has made, or need not make.
    private static let japaneseOwnSearch = TokenSequences(words: "AskingForm", "japaneseOwnSearch")
    private static let japaneseFavors = TokenSequences(words: "AskingForm", "japaneseFavors")

    /// Endings of statements, memories, hopes and guesses.
    private static let japaneseRemarks = TokenSequences(words: "AskingForm", "japaneseRemarks")
}
