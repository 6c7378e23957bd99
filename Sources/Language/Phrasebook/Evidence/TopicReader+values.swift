import CalendarDays
import StreamingJSON

extension TopicReader {
    /// The values of a tool's arguments in a sentence.
    struct Values {
        var single = JSONObject()
        var repeated: [(String, [(JSONValue, String)])] = []
        /// The tokens of names.
        var names: [Range<Int>] = []
        var weight: Int32 = 0
        /// The reason why a value cannot be used.
        var limit: String?
        /// The day that the sentence asks about.
        var day: CalendarDay?
        /// Whether a word such as "there" refers to the last place.
        var refersBack = false

        var isEmpty: Bool { single.isEmpty && repeated.isEmpty && limit == nil }

        func has(_ argument: String) -> Bool { single[argument] != nil || repeated.contains { $0.0 == argument } }
    }

    static let pointers = TokenSequences(["there", "here", "そこ", "あそこ"])

    func values(for topic: TopicWords, _ marks: inout [Mark]) -> Values {
        var values = Values()
        values.refersBack = tokens.indices.contains { Self.pointers.longest(at: $0, in: tokens) != nil }
        // Days, months and numbers first: the remaining words may be a name.
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

    func mark(_ range: Range<Int>, as mark: Mark, _ marks: inout [Mark]) {
        for index in range { marks[index - tokens.startIndex] = mark }
    }

    func readDeclared(_ argument: String, _ topic: TopicWords, _ values: inout Values) {
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

    static let limits = TokenSequences(words: "TopicReader.values", "limits")
    static let counters = TokenSequences(words: "TopicReader.values", "counters")

    func readCount(_ argument: String, _ values: inout Values, _ marks: inout [Mark]) {
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
                mark(index..<candidate.end, as: .value, &marks)
                values.single[argument] = .integer(number)
                return
            }
        }
    }
}
