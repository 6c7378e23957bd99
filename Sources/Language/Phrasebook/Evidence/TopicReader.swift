import CalendarDays
import StreamingJSON

/// Reads a sentence by typed evidence: the words of tools, and the values between them.
struct TopicReader {
    /// Longer sentences cannot be read in this way.
    static let tokenLimit = 120
    /// Tools whose evidence differs by no more than this are considered equal.
    static let margin: Int32 = 1

    enum Mark { case free, mark, topic, stop, value }

    let phrases: CompiledPhrases
    let reader: SlotReader
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    let today: CalendarDay
    let isJapanese: Bool
    let isEnabled: (ToolPhrases) -> Bool
    /// The results for this sentence so far.
    let known = Known()

    /// The results that are the same for all queries about one sentence.
    final class Known {
        /// The readings.
        var readings: [TopicReading]?
        /// The lengths of the words that belong to no name, by index: 0 for none, -1 if unknown.
        var stops: [Int] = []
    }

    init(
        _ reader: SlotReader,
        phrases: CompiledPhrases,
        today: CalendarDay,
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

    /// Whether a sentence is about data of the person or an earlier topic, and does not ask for the web.
    var isPersonal: Bool {
        has(LanguageData.english.personal, LanguageData.japanese.personal) && !asksForWeb
    }

    /// Whether a sentence asks for the web.
    var asksForWeb: Bool { has(LanguageData.english.publicWords, LanguageData.japanese.publicWords) }

    /// Returns whether a text of one of two sets is in a sentence.
    func has(_ english: TokenSequences, _ japanese: TokenSequences) -> Bool {
        tokens.indices.contains {
            english.longest(at: $0, in: tokens) != nil || japanese.longest(at: $0, in: tokens) != nil
        }
    }

    /// Whether a sentence has a word that indicates a tool.
    var mentionsTopic: Bool {
        phrases.topics.contains { topic in tokens.indices.contains { topic.longest(at: $0, in: tokens) != nil } }
    }

    var language: PhraseLanguage { isJapanese ? .japanese : .english }

    /// Returns the tool with the most evidence, or several with equal evidence; empty if there is no evidence.
    func readings() -> [TopicReading] {
        if let readings = known.readings { return readings }
        let readings = findReadings()
        known.readings = readings
        return readings
    }

    private func findReadings() -> [TopicReading] {
        guard tokens.count <= Self.tokenLimit else { return [] }
        let found = phrases.topics.filter { isEnabled($0.tool) }.compactMap { reading(of: $0) }
            .sorted { $0.score > $1.score }
        guard let best = found.first else { return [] }
        let rivals = found.dropFirst().filter { best.score - $0.score <= Self.margin && $0.question == nil }
        return best.question == nil && best.limit == nil ? [best] + rivals : [best]
    }

    /// Returns the last calls with the values that a sentence names instead of theirs: "and in December?".
    func continuation(of calls: [Turn.Call]) -> TopicReading? {
        guard tokens.count <= 24, let last = calls.last,
            let topic = phrases.topics.first(where: { $0.tool.tool == last.tool }), isEnabled(topic.tool)
        else { return nil }
        var marks = marks(of: topic)
        let values = values(for: topic, &marks)
        // Only a new value is allowed: any unexplained word makes it another request.
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
        describe(&reading, marks, values)
        if hasComparison(marks, in: topic), values.refersBack,
            case .string(let place)? = last.arguments[values.repeated.first?.0 ?? ""]
        {
            reading.calls.insert((last.arguments, place), at: 0)
            reading.comparison = comparison(of: topic)
        }
        return reading
    }

    /// Returns the reading of a sentence that lacks the required values which a call had.
    func reading(completedBy call: Turn.Call) -> TopicReading? {
        guard let topic = phrases.topics.first(where: { $0.tool.tool == call.tool }), isEnabled(topic.tool) else {
            return nil
        }
        var marks = marks(of: topic)
        let values = values(for: topic, &marks)
        var arguments = values.single
        for slot in topic.evidence.slots where !slot.question.isEmpty && !values.has(slot.argument) {
            guard let value = call.arguments[slot.argument] else { return nil }
            arguments[slot.argument] = value
        }
        var reading = TopicReading(tool: topic.tool, language: language, score: 1)
        reading.limit = values.limit
        if values.limit == nil { reading.calls = combined(arguments, values.repeated) }
        describe(&reading, marks, values)
        return reading
    }

    /// Adds what the answer depends on: the words of the tool, the day, and the goal.
    private func describe(_ reading: inout TopicReading, _ marks: [Mark], _ values: Values) {
        reading.words = said(marks)
        reading.day = values.day?.text
        reading.goal = tokens.lazy.compactMap(\.number).first { $0 > 31 }
        reading.asksForLess = Self.losing.contains { !reading.words.isDisjoint(with: $0) }
    }

    // MARK: One tool

    func reading(of topic: TopicWords) -> TopicReading? {
        // Most sentences have no word of most tools.
        guard tokens.indices.contains(where: { topic.longest(at: $0, in: tokens) != nil }) else { return nil }
        var marks = marks(of: topic)
        let weight = weight(of: marks, .topic)
        guard weight > 0 else { return nil }
        let values = values(for: topic, &marks)
        let loss = unexplained(marks, but: values.names)
        var reading = TopicReading(tool: topic.tool, language: language, score: 2 * weight + values.weight - loss)
        describe(&reading, marks, values)
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

    /// Words for goals where a smaller value is the wanted one.
    static let losing: [Set<String>] = [
        ["losing weight", "lose weight", "lost weight", "痩せた", "やせた", "痩せました", "痩せて"]
    ]

    /// Returns the words of the tool, as written in the message.
    func said(_ marks: [Mark]) -> Set<String> {
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

    /// Words with which a person asks to change something, or to notify somebody.
    static let demands = TokenSequences(words: "TopicReader", "demands")

    func asksForMore(_ marks: [Mark]) -> Bool {
        tokens.indices.contains { Self.demands.longest(at: $0, in: tokens) != nil }
    }

    /// Whether a sentence names a span of days, such as this week.
    var hasSpan: Bool { Self.spans.contains { first($0.0) != nil } }

    func hasComparison(_ marks: [Mark], in topic: TopicWords) -> Bool {
        topic.comparisons.contains { words in tokens.indices.contains { words.longest(at: $0, in: tokens) != nil } }
    }

    func comparison(of topic: TopicWords) -> Comparison? {
        for (number, words) in topic.comparisons.enumerated()
        where tokens.indices.contains(where: { words.longest(at: $0, in: tokens) != nil }) {
            return topic.evidence.comparisons[number].comparison[language]
        }
        return nil
    }

    func combined(
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
