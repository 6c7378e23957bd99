/// Reads the slots of all patterns in one part of a message, each place and type once.
final class SlotReader {
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    /// The numbers of the tokens' words, from the first token of the message on.
    let words: [Int32]
    /// The numbers of the words that the tokens may stand for: the 's of "what's" for "is", a kana for itself in the other script.
    let aliases: [Int32]
    /// All the words there are.
    let present: WordPresence
    let grammar: DayGrammar
    let references: [ReferenceGrammar.Compiled]
    /// What earlier turns have named.
    let referents: Referents
    let today: Day
    let separators = LanguageData.english.separators
    let japaneseSeparators = LanguageData.japanese.separators

    private struct Key: Hashable {
        var type: SlotType
        var repeats: Bool
        var start: Int
    }

    private var cache: [Key: [SlotCandidate]] = [:]

    init(
        _ utterance: Utterance,
        range: Range<Int>,
        words: [Int32],
        aliases: [Int32],
        phrases: CompiledPhrases,
        referents: Referents,
        today: Day
    ) {
        self.utterance = utterance
        self.tokens = utterance.tokens[range]
        self.words = words
        self.aliases = aliases
        present = WordPresence(Array(words[range]) + Array(aliases[range]), count: phrases.vocabulary.count)
        self.grammar = phrases.grammar
        self.references = phrases.references.references
        self.referents = referents
        self.today = today
    }

    /// The ways to read a slot that begins at a token.
    func candidates(for slot: PatternSlot, at start: Int) -> [SlotCandidate] {
        candidates(for: slot.type, repeats: slot.repeats, at: start)
    }

    func candidates(for type: SlotType, repeats: Bool = false, at start: Int) -> [SlotCandidate] {
        guard start < tokens.endIndex else { return [] }
        let key = Key(type: type, repeats: repeats, start: start)
        if let known = cache[key] { return known }
        let read = repeats ? list(of: type, at: start) : single(type, at: start)
        cache[key] = read
        return read
    }

    private func single(_ type: SlotType, at start: Int) -> [SlotCandidate] {
        switch type {
        case .place: places(at: start)
        case .number: number(at: start, isWhole: false)
        case .integer: number(at: start, isWhole: true)
        case .digits: digits(at: start)
        case .day: days(at: start, in: grammar.days)
        case .span: days(at: start, in: grammar.spans)
        case .days: days(at: start, in: grammar.ranges)
        case .quoted: quotation(at: start)
        case .name: texts(at: start, limit: 40, score: Score.name, mixesQuotations: false)
        case .text: texts(at: start, limit: 200, score: Score.text, mixesQuotations: true)
        case .word: word(at: start)
        case .choice(let choices): choice(of: choices, at: start)
        case .month: named(in: LanguageData.english.months, at: start)
        case .weekday: named(in: grammar.weekdays, at: start)
        case .coming: days(at: start, in: grammar.comingDays)
        case .whichMonth: months(at: start)
        case .address: address(at: start)
        case .thing: things(at: start)
        case .question: question(at: start)
        case .ordinal: named(in: LanguageData.ordinals, at: start)
        case .reference(let argument): references(for: argument, at: start)
        }
    }

    /// The weight of some tokens.
    func weight(of range: Range<Int>) -> Int32 {
        tokens[range].reduce(0) { $0 + Int32($1.weight) }
    }

    /// Whether a slot may end before this token: not in the middle of a word such as "A4".
    func isBoundary(_ index: Int) -> Bool { index >= tokens.endIndex || !tokens[index].isGlued }

    /// The first token from `index` on that is not a mere mark.
    func skippingMarks(from index: Int) -> Int {
        var index = index
        while index < tokens.endIndex, tokens[index].isSkippable { index += 1 }
        return index
    }

    /// Whether the commas of this part separate values: a joining word follows the last of them, as in "Rome, Paris and Oslo",
    /// but not in "Portland, Maine".
    lazy var commasSeparate: Bool = {
        guard let comma = tokens.lastIndex(where: { $0.key == "," }) else { return false }
        return (comma + 1..<tokens.endIndex).contains { separators.longest(at: $0, in: tokens) != nil }
    }()
}
