/// Reads the slots of all patterns in one part of a message, each place and type once.
final class SlotReader {
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    /// The words of the whole message.
    let words: MessageWords
    /// All the words there are.
    let present: WordPresence
    let grammar: DayGrammar
    /// The ways to point at something that may be found in this part.
    private(set) lazy var references = possible(grammarOfReferences.references, \.program)
    /// All the ways to point at something.
    private let grammarOfReferences: ReferenceGrammar
    /// The ways to name days that may be found in this part.
    private(set) lazy var days = possible(grammar.days, \.program)
    private(set) lazy var spans = possible(grammar.spans, \.program)
    private(set) lazy var ranges = possible(grammar.ranges, \.program)
    private(set) lazy var comingDays = possible(grammar.comingDays, \.program)
    /// What earlier turns have named.
    let referents: Referents
    let today: Day
    let separators = LanguageData.english.separators
    let japaneseSeparators = LanguageData.japanese.separators

    /// For each place, the latest token at which the name of what happens begins that ends there; empty when there is none.
    private(set) lazy var latestHappenings = findHappenings()
    /// What was read already, for each type and place; `nil` where nothing has been yet.
    private var readings: [[SlotCandidate]?] = []
    /// Where the places of each type begin in ``readings``, once alone and once repeating; most types are never asked for.
    private var rows: [Int]

    init(
        _ utterance: Utterance,
        range: Range<Int>,
        words: MessageWords,
        phrases: CompiledPhrases,
        referents: Referents,
        today: Day
    ) {
        self.utterance = utterance
        self.tokens = utterance.tokens[range]
        self.words = words
        rows = Array(repeating: -1, count: 2 * phrases.vocabulary.slotTypeCount)
        present = WordPresence(words, in: range, count: phrases.vocabulary.count)
        self.grammar = phrases.grammar
        grammarOfReferences = phrases.references
        self.referents = referents
        self.today = today
    }

    /// The ways to read a slot that begins at a token.
    func candidates(for slot: PatternSlot, at start: Int) -> [SlotCandidate] {
        start < tokens.endIndex ? self[reading(of: slot, at: start)] : []
    }

    /// The ways to read one value of a type that begins at a token.
    func candidates(for type: SlotType, number: Int, at start: Int) -> [SlotCandidate] {
        start < tokens.endIndex ? self[reading(2 * number, at: start) { single(type, at: start) }] : []
    }

    /// Reads a slot that begins at a token, unless that was done before, and gives the number of the reading.
    func reading(of slot: PatternSlot, at start: Int) -> Int {
        reading(slot.row, at: start) {
            slot.repeats ? list(of: slot, at: start) : single(slot.type, at: start)
        }
    }

    /// The number of a reading of a row, if it was read before.
    func knownReading(_ row: Int, at start: Int) -> Int? {
        guard rows[row] >= 0 else { return nil }
        let number = rows[row] + start - tokens.startIndex
        return readings[number] == nil ? nil : number
    }

    /// The candidates that a reading has found.
    subscript(_ reading: Int) -> [SlotCandidate] { readings[reading] ?? [] }

    private func reading(_ row: Int, at start: Int, _ read: () -> [SlotCandidate]) -> Int {
        if rows[row] < 0 {
            rows[row] = readings.count
            readings.append(contentsOf: repeatElement(nil, count: tokens.count))
        }
        let number = rows[row] + start - tokens.startIndex
        if readings[number] == nil { readings[number] = read() }
        return number
    }

    /// An expression with the places of this part at which it may begin, as bits.
    struct Possible<Expression> {
        var expression: Expression
        var beginnings: UInt64
    }

    /// The expressions that may be found in this part.
    private func possible<Expression>(
        _ expressions: [Expression],
        _ program: (Expression) -> PatternProgram
    ) -> [Possible<Expression>] {
        let reach = words.places.map { PatternReach($0, tokens) }
        var states: [UInt64] = []
        var found: [Possible<Expression>] = []
        for expression in expressions where present.hasOne(ofEach: program(expression).required) {
            let beginnings = reach?.beginnings(of: program(expression), &states) ?? .max
            if beginnings != 0 { found.append(Possible(expression: expression, beginnings: beginnings)) }
        }
        return found
    }

    /// The bit of a token among the places of this part; all bits in a message with too many tokens for that.
    func bit(of index: Int) -> UInt64 { words.places == nil ? .max : 1 << UInt64(index - tokens.startIndex) }

    private func single(_ type: SlotType, at start: Int) -> [SlotCandidate] {
        switch type {
        case .place: places(at: start)
        case .number: number(at: start, isWhole: false)
        case .integer: number(at: start, isWhole: true)
        case .digits: digits(at: start)
        case .day: days(at: start, in: days)
        case .span: days(at: start, in: spans)
        case .days: days(at: start, in: ranges)
        case .quoted: quotation(at: start)
        case .name: texts(at: start, limit: 40, score: Score.name, mixesQuotations: false)
        case .text: texts(at: start, limit: 200, score: Score.text, mixesQuotations: true)
        case .word: word(at: start)
        case .choice(let choices): choice(of: choices, at: start)
        case .month: named(in: LanguageData.english.months, at: start)
        case .weekday: named(in: grammar.weekdays, at: start)
        case .coming: days(at: start, in: comingDays)
        case .whichMonth: months(at: start)
        case .address: address(at: start)
        case .thing: things(at: start)
        case .item: items(at: start)
        case .question: question(at: start)
        case .world: worldQuestion(at: start)
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
