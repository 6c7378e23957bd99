import StreamingJSON

/// Reads a sentence by typed evidence: the words of tools, and the values that stand between them.
struct TopicReader {
    /// Longer sentences are no requests that can be read so.
    private static let tokenLimit = 120
    /// Tools whose evidence differs by no more than this cannot be told apart.
    private static let margin: Int32 = 1

    private enum Mark { case free, mark, topic, stop, value }

    private let phrases: CompiledPhrases
    private let reader: SlotReader
    private let utterance: Utterance
    private let tokens: ArraySlice<Token>
    private let today: Day
    private let isJapanese: Bool
    private let isEnabled: (ToolPhrases) -> Bool

    init(
        _ reader: SlotReader,
        phrases: CompiledPhrases,
        today: Day,
        isEnabled: @escaping (ToolPhrases) -> Bool
    ) {
        self.reader = reader
        self.phrases = phrases
        self.today = today
        self.isEnabled = isEnabled
        utterance = reader.utterance
        tokens = reader.tokens
        isJapanese = tokens.contains { $0.isCharacter }
    }

    /// Whether a sentence is about what belongs to the person or was spoken of, and does not ask for the web.
    var isPersonal: Bool {
        has(LanguageData.english.personal, LanguageData.japanese.personal) && !asksForWeb
    }

    /// Whether a sentence asks for the web.
    var asksForWeb: Bool { has(LanguageData.english.publicWords, LanguageData.japanese.publicWords) }

    /// Whether a text of one of two sets is in a sentence.
    private func has(_ english: TokenSequences, _ japanese: TokenSequences) -> Bool {
        tokens.indices.contains {
            english.longest(at: $0, in: tokens) != nil || japanese.longest(at: $0, in: tokens) != nil
        }
    }

    /// Whether a sentence has a word that speaks for a tool.
    var speaksOfTopic: Bool {
        phrases.topics.contains { topic in tokens.indices.contains { topic.longest(at: $0, in: tokens) != nil } }
    }

    private var language: PhraseLanguage { isJapanese ? .japanese : .english }

    /// The tool for which most speaks, or several for which as much does; empty when nothing does.
    func readings() -> [TopicReading] {
        guard tokens.count <= Self.tokenLimit else { return [] }
        let found = phrases.topics.filter { isEnabled($0.tool) }.compactMap { reading(of: $0) }
            .sorted { $0.score > $1.score }
        guard let best = found.first else { return [] }
        let rivals = found.dropFirst().filter { best.score - $0.score <= Self.margin && $0.question == nil }
        return best.question == nil && best.limit == nil ? [best] + rivals : [best]
    }

    /// The last calls again, with the values that a sentence names in place of theirs: "and in December?".
    func continuation(of calls: [Turn.Call]) -> TopicReading? {
        guard tokens.count <= 24, let last = calls.last,
            let topic = phrases.topics.first(where: { $0.tool.tool == last.tool }), isEnabled(topic.tool)
        else { return nil }
        var marks = marks(of: topic)
        let values = values(for: topic, &marks)
        // A new value and nothing else: any word that is not explained makes it another request.
        guard unexplained(marks, but: values.names) <= 2 else { return nil }
        let isAgain = values.isEmpty && topic.evidence.slots.allSatisfy { $0.kind == .value } && hasSpan
        guard !values.isEmpty || isAgain else { return nil }
        var reading = TopicReading(tool: topic.tool, language: language, score: 1)
        var arguments = last.arguments
        for (name, value) in values.single { arguments[name] = value }
        if let limit = values.limit {
            reading.limit = limit
            return reading
        }
        reading.calls = combined(arguments, values.repeated)
        if hasComparison(marks, in: topic), values.refersBack,
            case .string(let place)? = last.arguments[values.repeated.first?.0 ?? ""]
        {
            reading.calls.insert((last.arguments, place), at: 0)
            reading.comparison = comparison(of: topic)
        }
        return reading
    }

    // MARK: One tool

    private func reading(of topic: TopicWords) -> TopicReading? {
        var marks = marks(of: topic)
        let weight = weight(of: marks, .topic)
        guard weight > 0 else { return nil }
        let values = values(for: topic, &marks)
        let loss = unexplained(marks, but: values.names)
        var reading = TopicReading(tool: topic.tool, language: language, score: 2 * weight + values.weight - loss)
        reading.words = said(marks)
        reading.day = values.day?.text
        reading.goal = tokens.lazy.compactMap(\.number).first { $0 > 31 }
        reading.asksForLess = Self.losing.contains { !reading.words.isDisjoint(with: $0) }
        if let text = topic.evidence.limits[language], asksForMore(marks) {
            reading.limit = text
            return loss <= weight + 8 ? reading : nil
        }
        guard loss <= max(3, weight / 2) else { return nil }
        if let limit = values.limit {
            reading.limit = limit
            return reading
        }
        if let missing = topic.evidence.slots.first(where: { !$0.question.isEmpty && !values.has($0.argument) }) {
            guard loss <= 2 else { return nil }
            reading.question = missing.question[language]
            return reading
        }
        reading.calls = combined(values.single, values.repeated)
        reading.comparison = reading.calls.count > 1 ? comparison(of: topic) : nil
        return reading
    }

    /// Words with which less is what is asked for.
    private static let losing: [Set<String>] = [
        ["losing weight", "lose weight", "lost weight", "痩せた", "やせた", "痩せました", "痩せて"]
    ]

    /// The words of the tool, as they were said.
    private func said(_ marks: [Mark]) -> Set<String> {
        var words: Set<String> = []
        var start: Int?
        for place in 0...marks.count {
            if place < marks.count, marks[place] == .topic {
                if start == nil { start = place }
            } else if let begin = start {
                let run = tokens.startIndex + begin..<tokens.startIndex + place
                words.insert(utterance.content(of: run).lowercased())
                for index in run where tokens[index].isWord { words.insert(tokens[index].key.text) }
                for index in run where tokens[index].isCharacter { words.insert(tokens[index].key.text) }
                start = nil
            }
        }
        return words
    }

    private func marks(of topic: TopicWords) -> [Mark] {
        var marks = [Mark](repeating: .free, count: tokens.count)
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let place = index - tokens.startIndex
            var length = 1
            if tokens[index].isSkippable {
                marks[place] = .mark
            } else if let found = topic.longest(at: index, in: tokens), !isCompound(index + found.count, topic) {
                length = found.count
                for offset in 0..<length { marks[place + offset] = .topic }
            } else if let stop = stopLength(at: index) {
                length = stop
                for offset in 0..<length { marks[place + offset] = .stop }
            }
            index += length
        }
        return marks
    }

    /// Whether a word goes on in the same script, as 「天気」 does in 「天気図」: then it is another word.
    private func isCompound(_ end: Int, _ topic: TopicWords) -> Bool {
        guard end < tokens.endIndex, tokens[end].isCharacter, !isHiragana(end),
            tokens[end - 1].isCharacter,
            !isHiragana(end - 1)
        else { return false }
        return stopLength(at: end) == nil && topic.longest(at: end, in: tokens) == nil
    }

    private func stopLength(at index: Int) -> Int? {
        let length = max(
            LanguageData.english.fillers.longest(at: index, in: tokens)?.count ?? 0,
            LanguageData.japanese.fillers.longest(at: index, in: tokens)?.count ?? 0,
            EvidenceStops.english.longest(at: index, in: tokens)?.count ?? 0,
            EvidenceStops.japanese.longest(at: index, in: tokens)?.count ?? 0
        )
        guard length > 0, index + length >= tokens.endIndex || !tokens[index + length].isGlued else { return nil }
        guard length == 1, tokens[index].isCharacter else { return length }
        // A single kanji beside another one is a part of a name.
        guard isHiragana(index) else { return isKanji(index - 1) || isKanji(index + 1) ? nil : 1 }
        // A particle between two hiragana is a part of a word.
        let isInside =
            index > tokens.startIndex && index + 1 < tokens.endIndex && isHiragana(index - 1) && isHiragana(index + 1)
            && stopLengthOfText(at: index + 1) == nil
        return isInside ? nil : 1
    }

    private func stopLengthOfText(at index: Int) -> Int? {
        EvidenceStops.japanese.longest(at: index, in: tokens)?.count
    }

    private func isHiragana(_ index: Int) -> Bool { tokens[index].isHiragana }

    private func isKanji(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), tokens[index].isCharacter,
            let letter = tokens[index].key.firstScalar
        else { return false }
        return !letter.isKana && !isWithinStop(index)
    }

    /// Whether a longer word that belongs to no name covers a token.
    private func isWithinStop(_ index: Int) -> Bool {
        (max(tokens.startIndex, index - 3)...index).contains { start in
            let length = EvidenceStops.japanese.longest(at: start, in: tokens)?.count ?? 0
            return length > 1 && start + length > index
        }
    }

    private func weight(of marks: [Mark], _ mark: Mark) -> Int32 {
        marks.indices.reduce(0) { sum, place in
            marks[place] == mark ? sum + Int32(tokens[tokens.startIndex + place].weight) : sum
        }
    }

    private func unexplained(_ marks: [Mark], but names: [Range<Int>]) -> Int32 {
        marks.indices.reduce(0) { sum, place in
            let index = tokens.startIndex + place
            guard marks[place] == .free, !names.contains(where: { $0.contains(index) }) else { return sum }
            return sum + Int32(tokens[index].weight)
        }
    }

    /// Words with which a person asks to change something, or to tell somebody.
    private static let demands = TokenSequences([
        "add", "create", "cancel", "delete", "remove", "move", "reschedule", "invite", "remind", "set up", "schedule a",
        "plan a", "change", "phone number", "email address", "send", "追加", "キャンセル", "削除", "消して", "変更", "登録", "電話番号",
        "取り消", "入れて", "予約", "リマインド", "メールアドレス", "住所",
    ])

    private func asksForMore(_ marks: [Mark]) -> Bool {
        tokens.indices.contains { Self.demands.longest(at: $0, in: tokens) != nil }
    }

    /// Whether a sentence names a span of days, such as this week.
    private var hasSpan: Bool { Self.spans.contains { first($0.0) != nil } }

    private func hasComparison(_ marks: [Mark], in topic: TopicWords) -> Bool {
        topic.comparisons.contains { words in tokens.indices.contains { words.longest(at: $0, in: tokens) != nil } }
    }

    private func comparison(of topic: TopicWords) -> Comparison? {
        for (number, words) in topic.comparisons.enumerated()
        where tokens.indices.contains(where: { words.longest(at: $0, in: tokens) != nil }) {
            return topic.evidence.comparisons[number].comparison[language]
        }
        return nil
    }

    private func combined(
        _ single: JSONObject,
        _ repeated: [(String, [(JSONValue, String)])]
    ) -> [(arguments: JSONObject, subject: String)] {
        var calls: [(arguments: JSONObject, subject: String)] = [(single, "")]
        for (name, values) in repeated {
            calls = calls.flatMap { call in
                values.map { value, subject in
                    var arguments = call.arguments
                    arguments[name] = value
                    return (arguments, subject)
                }
            }
        }
        return calls
    }
}

// MARK: - Values

extension TopicReader {
    /// The values of a tool's arguments in a sentence.
    private struct Values {
        var single = JSONObject()
        var repeated: [(String, [(JSONValue, String)])] = []
        /// The tokens of names.
        var names: [Range<Int>] = []
        var weight: Int32 = 0
        /// The reason why a value cannot be used.
        var limit: String?
        /// The day that was asked about.
        var day: Day?
        /// Whether a word such as "there" points at the last place.
        var refersBack = false

        var isEmpty: Bool { single.isEmpty && repeated.isEmpty && limit == nil }

        func has(_ argument: String) -> Bool { single[argument] != nil || repeated.contains { $0.0 == argument } }
    }

    private static let pointers = TokenSequences(["there", "here", "そこ", "あそこ"])

    private func values(for topic: TopicWords, _ marks: inout [Mark]) -> Values {
        var values = Values()
        values.refersBack = tokens.indices.contains { Self.pointers.longest(at: $0, in: tokens) != nil }
        // Days, months and numbers first: what they do not explain may be a name.
        for slot in topic.evidence.slots {
            switch slot.kind {
            case .daysAhead(let limit): readDaysAhead(slot.argument, limit, &values, &marks)
            case .day: readDay(slot.argument, &values, &marks)
            case .month: readMonths(slot.argument, &values, &marks)
            case .value: readDeclared(slot.argument, topic, &values)
            case .count, .place, .person: continue
            }
        }
        for slot in topic.evidence.slots {
            switch slot.kind {
            case .count: readCount(slot.argument, &values, &marks)
            case .place: readNames(slot.argument, &values, marks, isPerson: false)
            case .person: readNames(slot.argument, &values, marks, isPerson: true)
            case .daysAhead, .day, .month, .value: continue
            }
        }
        return values
    }

    private func take(_ range: Range<Int>, as mark: Mark, _ marks: inout [Mark]) {
        for index in range { marks[index - tokens.startIndex] = mark }
    }

    /// The day that a sentence names, looking ahead.
    private func comingDay(_ marks: inout [Mark]) -> Day? {
        for index in tokens.indices where marks[index - tokens.startIndex] != .topic && !tokens[index].isSkippable {
            let found = reader.days(at: index, in: reader.comingDays).max { $0.end < $1.end }
            guard let found, case .days(let range) = found.content, let day = range.day else { continue }
            take(index..<found.end, as: .value, &marks)
            return day
        }
        return nil
    }

    private static let spans: [(TokenSequences, @Sendable (Day) -> Int)] = [
        (
            TokenSequences(["this weekend", "weekend", "on the weekend", "今週末", "週末"]),
            // Up to Sunday.
            { 7 - $0.weekday }
        ),
        (
            TokenSequences([
                "this week", "the week", "whole week", "week", "the whole week", "a week", "next seven days", "weekly",
                "今週", "一週間", "1週間", "週間", "一週間分", "1週間分", "この一週間",
            ]), { _ in 7 }
        ),
        (TokenSequences(["next week", "来週"]), { 14 - $0.weekday }),
        (TokenSequences(["forecast", "天気予報", "予報", "outlook", "coming days", "next days"]), { _ in 3 }),
    ]

    private static let farSpans = TokenSequences(["next month", "来月", "next year", "来年"])

    private static let dayWords = TokenSequences(["days", "day", "日間", "日分", "日先", "日"])

    private func readDaysAhead(_ argument: String, _ limit: Int, _ values: inout Values, _ marks: inout [Mark]) {
        var count: Int?
        if let (range, _) = first(Self.farSpans) {
            take(range, as: .value, &marks)
            count = limit + 1
        } else if let number = numberBefore(Self.dayWords, &marks) {
            count = number
        } else if let day = comingDay(&marks) {
            let ahead = day.number - today.number
            guard ahead >= 0 else {
                values.limit = DayLimits.text(language)
                return
            }
            // Today is what the tool tells without a number.
            count = ahead == 0 ? nil : ahead + 1
            values.day = ahead == 0 ? nil : day
            values.weight += 4
            if ahead == 0 { return }
        } else {
            for (words, days) in Self.spans {
                guard let (range, _) = first(words) else { continue }
                count = days(today)
                take(range, as: .value, &marks)
                values.weight += 4
                break
            }
        }
        guard let count else { return }
        guard count <= limit else {
            values.limit = DayLimits.text(language, limit: limit)
            return
        }
        values.single[argument] = .integer(count)
    }

    private func first(_ words: TokenSequences) -> (Range<Int>, Int)? {
        for index in tokens.indices {
            if let found = words.longest(at: index, in: tokens) { return (index..<index + found.count, found.index) }
        }
        return nil
    }

    private func numberBefore(_ words: TokenSequences, _ marks: inout [Mark]) -> Int? {
        for index in tokens.indices where marks[index - tokens.startIndex] != .topic {
            for candidate in reader.number(at: index, isWhole: true) {
                guard case .number(let value) = candidate.content, let number = Int(exactly: value) else { continue }
                let next = reader.skippingMarks(from: candidate.end)
                guard next < tokens.endIndex, let word = words.longest(at: next, in: tokens),
                    (1...366).contains(number),
                    // 「22日」 alone is a date.
                    tokens[next].isWord || word.count > 1
                else { continue }
                take(index..<next + word.count, as: .value, &marks)
                return number
            }
        }
        return nil
    }

    private func readDay(_ argument: String, _ values: inout Values, _ marks: inout [Mark]) {
        guard let day = comingDay(&marks) else { return }
        values.single[argument] = .string(day.text)
        values.weight += 4
    }

    private static let thisMonth = TokenSequences(["today", "this month", "今日", "今月", "本日"])

    private func readMonths(_ argument: String, _ values: inout Values, _ marks: inout [Mark]) {
        var found: [(JSONValue, String)] = []
        var index = tokens.startIndex
        while index < tokens.endIndex {
            defer { index += 1 }
            guard !tokens[index].isSkippable, let month = month(at: index) else { continue }
            take(index..<month.end, as: .value, &marks)
            if !found.contains(where: { $0.0 == .integer(month.number) }) {
                found.append((.integer(month.number), monthName(month.number)))
            }
            index = month.end - 1
        }
        if found.isEmpty, let (range, _) = first(Self.thisMonth) {
            take(range, as: .value, &marks)
            found = [(.integer(today.components.month), monthName(today.components.month))]
        }
        guard !found.isEmpty else { return }
        values.repeated.append((argument, found))
        values.weight += 4
    }

    private func monthName(_ number: Int) -> String {
        let names = LanguageData.english.months.filter { $0.value == number }.map(\.key.text)
        let name = names.max { $0.count < $1.count } ?? ""
        return isJapanese ? "\(number)月" : name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let monthCounters = TokenSequences(["がつ", "ガツ"])

    private func month(at index: Int) -> (number: Int, end: Int)? {
        for candidate in reader.months(at: index) {
            if case .number(let value) = candidate.content, let month = Int(exactly: value) {
                return (month, candidate.end)
            }
        }
        // "the 7th month", 「5がつ」
        let token = tokens[index]
        guard let number = token.number, let digits = Int(exactly: number), (1...12).contains(digits) else {
            return nil
        }
        if index + 1 < tokens.endIndex, let found = Self.monthCounters.longest(at: index + 1, in: tokens) {
            return (digits, index + 1 + found.count)
        }
        guard index + 2 < tokens.endIndex, ["st", "nd", "rd", "th"].contains(tokens[index + 1].key),
            tokens[index + 2].key == "month"
        else { return nil }
        return (digits, index + 3)
    }

    private func readDeclared(_ argument: String, _ topic: TopicWords, _ values: inout Values) {
        var found: [(JSONValue, String)] = []
        var weak: (JSONValue, String)?
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let word = topic.longest(at: index, in: tokens)
            if let value = word?.value {
                let declared = topic.evidence.values[value]
                let json = JSONValue.string(declared.value)
                if declared.isWeak {
                    weak = weak ?? (json, declared.value)
                } else if !found.contains(where: { $0.0 == json }) {
                    found.append((json, declared.value))
                }
            }
            index += word?.count ?? 1
        }
        if found.isEmpty, let weak { found = [weak] }
        guard !found.isEmpty else { return }
        values.repeated.append((argument, found))
    }

    private static let limits = TokenSequences([
        "at most", "up to", "maximum", "max", "only", "just", "first", "name", "top",
    ])
    private static let counters = TokenSequences([
        "件", "人", "名", "つ", "人だけ", "件まで", "results", "people", "contacts", "birthdays", "person",
    ])

    private func readCount(_ argument: String, _ values: inout Values, _ marks: inout [Mark]) {
        for index in tokens.indices where [.free, .stop].contains(marks[index - tokens.startIndex]) {
            for candidate in reader.number(at: index, isWhole: true) {
                guard case .number(let value) = candidate.content, let number = Int(exactly: value),
                    (1...1000).contains(number)
                else { continue }
                let isLimited = (max(tokens.startIndex, index - 2)..<index).contains {
                    Self.limits.longest(at: $0, in: tokens) != nil
                }
                let isCounted =
                    candidate.end < tokens.endIndex && Self.counters.longest(at: candidate.end, in: tokens) != nil
                guard isLimited || isCounted else { continue }
                take(index..<candidate.end, as: .value, &marks)
                values.single[argument] = .integer(number)
                return
            }
        }
    }

    // MARK: Names

    /// The runs of tokens that nothing else explains.
    private func readNames(_ argument: String, _ values: inout Values, _ marks: [Mark], isPerson: Bool) {
        var runs: [Range<Int>] = []
        var start: Int?
        func close(at end: Int) {
            if let begin = start, hasName(begin..<end) { runs.append(begin..<end) }
            start = nil
        }
        for index in tokens.indices {
            let mark = marks[index - tokens.startIndex]
            let joins = mark == .mark && start != nil && joinsName(index, marks)
            if mark == .free || joins || isInnerParticle(index, marks, start) {
                if start == nil { start = index }
            } else {
                close(at: index)
            }
        }
        close(at: tokens.endIndex)
        if isPerson { runs = runs.map(person) }
        guard !runs.isEmpty, runs.count <= AnswerWriter.callLimit else { return }
        values.names += runs
        values.weight += runs.reduce(0) { sum, run in sum + min(8, reader.weight(of: run)) }
        values.repeated.append((argument, runs.map { (.string(utterance.content(of: $0)), utterance.content(of: $0)) }))
    }

    /// Whether a mark stands within a name.
    ///
    /// "St. Louis", "Portland, Maine", 「サン・フランシスコ」
    private func joinsName(_ index: Int, _ marks: [Mark]) -> Bool {
        guard index + 1 < tokens.endIndex, marks[index + 1 - tokens.startIndex] == .free else { return false }
        switch tokens[index].key {
        case "-", "・", "'", "’", ".": return true
        case ",":
            let isLast = !tokens[(index + 1)...].contains { [",", "and", "or"].contains($0.key) }
            return isLast && !reader.commasSeparate && isCapitalized(index + 1)
                && !tokens.indices.contains { Self.comparing.longest(at: $0, in: tokens) != nil }
        default: return false
        }
    }

    private static let comparing = TokenSequences(["compare", "which", "or", "than", "versus", "vs"])

    private func isCapitalized(_ index: Int) -> Bool {
        utterance.text.characters[tokens[index].range.lowerBound].isUppercase
    }

    /// Whether it is the 「の」 within 「フランスのパリ」.
    private func isInnerParticle(_ index: Int, _ marks: [Mark], _ start: Int?) -> Bool {
        guard start != nil, tokens[index].key == "の", index + 1 < tokens.endIndex else { return false }
        return marks[index + 1 - tokens.startIndex] == .free && !isHiragana(index + 1)
            && marks[index - tokens.startIndex] == .stop
    }

    /// Whether a run can be a name: more than a few hiragana, and no number alone.
    private func hasName(_ run: Range<Int>) -> Bool {
        guard run.count <= 16 else { return false }
        return run.contains { index in
            switch tokens[index].kind {
            case .word: tokens[index].weight > 1
            case .character: !isHiragana(index)
            case .quoted: true
            case .number, .punctuation, .joint, .symbol: false
            }
        }
    }

    /// The person of a run: what follows the last 「の」, for what is before it says who they are.
    private func person(_ run: Range<Int>) -> Range<Int> {
        guard let particle = run.last(where: { tokens[$0].key == "の" }) else { return run }
        return particle + 1..<run.upperBound
    }
}

/// Says which days a forecast does not have.
private enum DayLimits {
    static func text(_ language: PhraseLanguage, limit: Int? = nil) -> String {
        switch (language, limit) {
        case (.english, let limit?): "I can only look \(limit) days ahead."
        case (.english, nil): "I can only look up today's weather and the days to come."
        case (.japanese, let limit?): "お調べできるのは\(limit)日先までです。"
        case (.japanese, nil): "お調べできるのは今日から先の天気だけです。"
        }
    }
}
