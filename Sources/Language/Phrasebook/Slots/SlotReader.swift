import CalendarDays

/// Reads the slots of all patterns in one part of a message, each place and type only once.
final class SlotReader {
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    /// The words of the whole message.
    let words: MessageWords
    /// The words that are present in this part.
    let present: WordPresence
    let grammar: DayGrammar
    /// The referring expressions that may match in this part.
    private(set) lazy var references = possible(grammarOfReferences.references, \.program)
    /// All the referring expressions.
    private let grammarOfReferences: ReferenceGrammar
    /// The expressions for days that may match in this part.
    private(set) lazy var days = possible(grammar.days, \.program)
    private(set) lazy var spans = possible(grammar.spans, \.program)
    private(set) lazy var ranges = possible(grammar.ranges, \.program)
    private(set) lazy var comingDays = possible(grammar.comingDays, \.program)
    /// The things that earlier turns named.
    let referents: Referents
    let today: CalendarDay
    let separators = LanguageData.english.separators
    let japaneseSeparators = LanguageData.japanese.separators

    /// For each place, the latest start of an event's name that ends there; empty if there is none.
    private(set) lazy var latestHappenings = findHappenings()
    /// The readings so far, by type and place; `nil` for places not read yet.
    private var readings: [[SlotCandidate]?] = []
    /// The first index of each type in ``readings``, for single and for repeating slots; most types are never used.
    private var rows: [Int]

    init(
        _ utterance: Utterance,
        range: Range<Int>,
        words: MessageWords,
        phrases: CompiledPhrases,
        referents: Referents,
        today: CalendarDay
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

    /// Returns the ways to read a slot that starts at a token.
    func candidates(for slot: PatternSlot, at start: Int) -> [SlotCandidate] {
        start < tokens.endIndex ? self[reading(of: slot, at: start)] : []
    }

    /// Returns the ways to read one value of a type that starts at a token.
    func candidates(for type: SlotType, number: Int, at start: Int) -> [SlotCandidate] {
        start < tokens.endIndex ? self[reading(2 * number, at: start) { single(type, at: start) }] : []
    }

    /// Reads a slot that starts at a token, unless that was done before, and returns the number of the reading.
    func reading(of slot: PatternSlot, at start: Int) -> Int {
        reading(slot.row, at: start) {
            slot.repeats ? list(of: slot, at: start) : single(slot.type, at: start)
        }
    }

    /// Returns the number of a reading of a row, if it was read before.
    func knownReading(_ row: Int, at start: Int) -> Int? {
        guard rows[row] >= 0 else { return nil }
        let number = rows[row] + start - tokens.startIndex
        return readings[number] == nil ? nil : number
    }

    /// The candidates of a reading.
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

    /// An expression with the places of this part at which it may start, as bits.
    struct Possible<Expression> {
        var expression: Expression
        var beginnings: UInt64
    }

    /// Returns the expressions that may match in this part.
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

    /// Returns the bit of a token among the places of this part; all bits for a message with too many tokens.
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
        case .person: persons(at: start)
        case .statement: statements(at: start)
        case .heading: headings(at: start)
        case .reference(let argument): references(for: argument, at: start)
        }
    }

    /// Returns the weight of some tokens.
    func weight(of range: Range<Int>) -> Int32 {
        tokens[range].reduce(0) { $0 + Int32($1.weight) }
    }

    /// Returns whether a slot may end before this token: not in the middle of a word such as "A4".
    func isBoundary(_ index: Int) -> Bool { index >= tokens.endIndex || !tokens[index].isGlued }

    /// Returns the first token from `index` on that is not a mark.
    func skippingMarks(from index: Int) -> Int {
        var index = index
        while index < tokens.endIndex, tokens[index].isSkippable { index += 1 }
        return index
    }

    /// Whether the commas of this part separate values: a joining word follows the last of them, as in "Rome, Paris and
    /// Oslo", but not in "Portland, Maine".
    lazy var commasSeparate: Bool = {
        guard let comma = tokens.lastIndex(where: { $0.key == "," }) else { return false }
        return (comma + 1..<tokens.endIndex).contains { separators.longest(at: $0, in: tokens) != nil }
    }()
}
