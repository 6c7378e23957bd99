/// The kind of answer that a sentence asks for.
enum RequestedAnswer: Equatable, Sendable {
    /// Any output of the tool.
    case anything
    /// A number.
    case number
    /// Yes or no.
    case judgement
    /// Yes if nothing is left.
    case absence
    /// A place.
    case place
    /// A time.
    case time
    /// The one with the most, or with the least.
    case most, least
    /// The larger of two.
    case comparison

    private static let fillers = LanguageData.english.fillers
    private static let numbers = TokenSequences(words: "RequestedAnswer", "numbers")
    private static let judgements = TokenSequences(words: "RequestedAnswer", "judgements")
    private static let absences = TokenSequences(words: "RequestedAnswer", "absences")
    private static let places = TokenSequences(["where"])
    private static let times = TokenSequences(["when", "what time", "at what time"])
    private static let mostPhrases = TokenSequences(["the most of", "most of", "the most"])
    private static let leastPhrases = TokenSequences(["the least of", "the fewest", "least of", "the least"])
    private static let comparisons = TokenSequences(words: "RequestedAnswer", "comparisons")

    private static let japaneseNumbers = TokenSequences(words: "RequestedAnswer", "japaneseNumbers")
    private static let japaneseAbsences = TokenSequences(words: "RequestedAnswer", "japaneseAbsences")
    private static let japanesePlaces = TokenSequences(["どこ"])
    private static let japaneseTimes = TokenSequences(["いつ", "何時"])
    private static let japaneseComparisons = TokenSequences(["どっち", "どちら", "比べて"])
    private static let japaneseMostPhrases = TokenSequences(["一番多い", "いちばん多い", "最も多い"])
    private static let japaneseLeastPhrases = TokenSequences(["一番少ない", "いちばん少ない", "最も少ない"])
    private static let japaneseJudgements = TokenSequences(words: "RequestedAnswer", "japaneseJudgements")

    private static let japaneseOpenings = TokenSequences(["誰", "何", "どう", "どれ", "どの", "どんな", "なに"])

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>) {
        self = .anything
        guard let (start, isEmbedded) = Self.beginning(of: tokens) else { return }
        func has(_ words: TokenSequences) -> Bool {
            tokens.indices.contains { words.longest(at: $0, in: tokens) != nil }
        }
        func begins(_ words: TokenSequences) -> Bool { words.longest(at: start, in: tokens) != nil }
        if tokens.contains(where: { $0.isCharacter }) {
            if has(Self.japaneseComparisons) {
                self = .comparison
            } else if has(Self.japaneseMostPhrases) {
                self = .most
            } else if has(Self.japaneseLeastPhrases) {
                self = .least
            } else if has(Self.japaneseNumbers) {
                self = .number
            } else if has(Self.japaneseAbsences) {
                self = .absence
            } else if has(Self.japanesePlaces) {
                self = .place
            } else if has(Self.japaneseTimes) {
                self = .time
            } else if Self.endsWithJudgement(tokens) {
                self = .judgement
            }
            return
        }
        if has(Self.mostPhrases) {
            self = .most
        } else if has(Self.leastPhrases) {
            self = .least
        } else if has(Self.comparisons), !begins(Self.judgements) {
            self = .comparison
        } else if begins(Self.numbers) || has(Self.numbers) {
            self = .number
        } else if begins(Self.places) {
            self = .place
        } else if begins(Self.times) {
            self = .time
        } else if begins(Self.absences) {
            self = .absence
        } else if isEmbedded || begins(Self.judgements) {
            self = .judgement
        }
    }

    /// Returns the first token after polite words and marks, and whether those end with "if", as in "can you tell me
    /// if".
    private static func beginning(of tokens: ArraySlice<Token>) -> (index: Int, isEmbedded: Bool)? {
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = fillers.longest(at: index, in: tokens),
                // "can you" is polite, but "can" starts a question.
                filler.count > judgements.longest(at: index, in: tokens)?.count ?? 0
            {
                index += filler.count
            } else {
                let isEmbedded = index > tokens.startIndex && ["if", "whether"].contains(tokens[index - 1].key)
                return (index, isEmbedded)
            }
        }
        return nil
    }

    /// Returns whether a Japanese sentence ends by asking for a favor, which is no question although it may sound like
    /// one.
    private static func endsWithFavor(_ tokens: ArraySlice<Token>) -> Bool {
        let favors = LanguageData.japanese.favors
        return tokens.indices.contains { start in
            favors.lengths(at: start, in: tokens).contains { start + $0 == tokens.endIndex }
        }
    }

    /// Returns whether a Japanese sentence ends as a yes-or-no question.
    private static func endsWithJudgement(_ tokens: ArraySlice<Token>) -> Bool {
        let isMarked = tokens.last.map { $0.key == "?" } ?? false
        let isOpen = tokens.indices.contains { japaneseOpenings.longest(at: $0, in: tokens) != nil }
        guard !isOpen, let last = tokens.lastIndex(where: { !$0.isSkippable }) else { return false }
        if endsWithFavor(tokens[...last]) { return false }
        if tokens[last].key == "か" { return true }
        guard isMarked || tokens[last].key != "は" else { return false }
        let hasJudgement = (max(tokens.startIndex, last - 4)...last).contains { start in
            japaneseJudgements.lengths(at: start, in: tokens[...last]).contains { start + $0 == last + 1 }
        }
        return hasJudgement && (isMarked || tokens[last].key != "た")
    }
}
