/// The phrases of some tools, and the model's built-in ones, compiled for matching.
final class CompiledPhrases: Sendable {
    /// The purpose of a phrase.
    enum Purpose: Sendable {
        case tool(ToolPhrases)
        case smallTalk(SmallTalk.Subject)
    }

    /// A phrase with its pattern as a graph; an object, because there are several hundred and each is passed along for
    /// each part of a message.
    final class Entry: Sendable {
        let purpose: Purpose
        /// The tool of a phrase that is for one.
        let tool: ToolPhrases?
        /// The number of its tool among the tools of all phrases.
        let toolNumber: Int?
        let phrase: Phrase
        let program: PatternProgram
        /// The pattern of an answer to its question.
        let answer: PatternProgram?
        /// Whether its tool only looks something up.
        let isReading: Bool
        /// Whether the verb is last in its language.
        let endsWithVerb: Bool

        init(
            _ purpose: Purpose,
            toolNumber: Int?,
            _ phrase: Phrase,
            _ program: PatternProgram,
            answer: PatternProgram?
        ) {
            self.purpose = purpose
            self.toolNumber = toolNumber
            self.phrase = phrase
            self.program = program
            self.answer = answer
            endsWithVerb = LanguageData.of(phrase.language, \.endsWithVerb)
            if case .tool(let tool) = purpose { self.tool = tool } else { tool = nil }
            isReading = tool?.effect == .reads
        }
    }

    let tools: [ToolPhrases]
    let entries: [Entry]
    let followUps: [(language: PhraseLanguage, program: PatternProgram)]
    /// The patterns of answers that select one of several offers by its number.
    let picks: [(language: PhraseLanguage, program: PatternProgram)]
    /// The patterns of answers that select a tool by its name.
    let choices: [String: [(language: PhraseLanguage, program: PatternProgram)]]
    /// The tools that single words and values may indicate.
    let topics: [TopicWords]
    /// The words of the examples of each tool, in the order of the tools.
    let exampleWords: [[PhraseLanguage: WordSet]]
    /// The words in the evidence of all tools.
    let evidenceWords: WordSet
    /// The collections of items.
    let collections: [ItemCollection]
    /// The collections with the words for their fields.
    let itemTopics: [ItemTopic]
    /// The starts of output lines with an item's version, as bytes.
    let versionLabels: [[UInt8]]
    /// The format in which the outputs of tools list items, by tool.
    let listed: [String: ListedItems]
    /// A tracker of the items that these outputs may list, with no item yet.
    let referents: Referents
    /// The names of the tools that use an external service.
    let outwardTools: Set<String>
    /// The names of the tools that only look something up.
    let readingTools: Set<String>
    let grammar: DayGrammar
    let references: ReferenceGrammar
    let vocabulary: Vocabulary
    /// For each word, the phrases for which it is one of the most selective words.
    private let needing: StateEdges<Int>
    /// The phrases that require no word, as bits.
    private let undemanding: [UInt64]

    /// Returns the phrases that may match a text with these words, in their order; the others are not even tried.
    ///
    /// - Parameter isEnabled: For each tool's number, whether its phrases may match.
    func entries(for words: MessageWords, present: WordPresence, isEnabled: [Bool]) -> [Entry] {
        // A phrase is reached once for each occurrence of one of these words.
        var numbers = undemanding
        for list in [words.numbers, words.aliases] {
            for word in list where word >= 0 {
                for place in needing.range(of: Int(word)) {
                    let number = needing[place]
                    numbers[number / 64] |= 1 << UInt64(number % 64)
                }
            }
        }
        var found: [Entry] = []
        found.reserveCapacity(64)
        for (place, bits) in numbers.enumerated() {
            var rest = bits
            while rest != 0 {
                let entry = entries[64 * place + rest.trailingZeroBitCount]
                rest &= rest - 1
                if let tool = entry.toolNumber, !isEnabled[tool] { continue }
                if present.hasOne(ofEach: entry.program.required) { found.append(entry) }
            }
        }
        return found
    }

    init(_ tools: [ToolPhrases]) throws(PhrasebookError) {
        var vocabulary = Vocabulary()
        var entries: [Entry] = []
        var followUps: [(language: PhraseLanguage, program: PatternProgram)] = []
        var picks: [(language: PhraseLanguage, program: PatternProgram)] = []
        var choices: [String: [(language: PhraseLanguage, program: PatternProgram)]] = [:]
        for (number, tool) in tools.enumerated() {
            for phrase in tool.phrases { entries.append(try Self.entry(.tool(tool), number, phrase, &vocabulary)) }
            for language in PhraseLanguage.allCases {
                guard let choice = tool.choice[language] else { continue }
                let program = try PatternProgram(choice.answer, vocabulary: &vocabulary)
                choices[tool.tool, default: []].append((language, program))
            }
        }
        for language in PhraseLanguage.allCases {
            let data = LanguageData.of(language)
            for talk in data.smallTalk {
                for pattern in talk.patterns {
                    entries.append(
                        try Self.entry(.smallTalk(talk.subject), nil, Phrase(language, pattern), &vocabulary)
                    )
                }
            }
            for pattern in data.followUps {
                followUps.append((language, try PatternProgram(pattern, vocabulary: &vocabulary)))
            }
            for pattern in data.picks {
                picks.append((language, try PatternProgram(pattern, vocabulary: &vocabulary)))
            }
        }
        self.grammar = try DayGrammar(vocabulary: &vocabulary)
        self.references = try ReferenceGrammar(vocabulary: &vocabulary)
        topics = tools.compactMap { TopicWords($0) }
        exampleWords = tools.map { $0.examples.mapValues { WordSet(Utterance($0).tokens.map(\.key)) } }
        readingTools = Set(tools.filter { $0.effect == .reads }.map(\.tool))
        evidenceWords = WordSet(
            tools.compactMap(\.evidence).flatMap { evidence in
                (evidence.words.values.flatMap(\.self) + evidence.values.flatMap(\.words)).flatMap {
                    Utterance($0).tokens
                }
            }.map(\.key)
        )
        collections = tools.compactMap(\.collection)
        versionLabels = collections.flatMap { collection in
            collection.fields.first { $0.argument == "version" }?.labels.map { Array("\($0): ".utf8) } ?? []
        }
        let listed = Dictionary(tools.compactMap { tool in tool.items.map { (tool.tool, $0) } }) { first, _ in first }
        self.listed = listed
        referents = Referents(listed)
        outwardTools = Set(tools.filter(\.isOutward).map(\.tool))
        itemTopics = collections.compactMap { collection in
            listed[collection.tools.list].map { ItemTopic(collection, argument: $0.argument) }
        }
        self.picks = picks
        self.choices = choices
        self.tools = tools
        self.entries = entries
        self.followUps = followUps
        self.vocabulary = vocabulary
        var needing = Array(repeating: [Int](), count: vocabulary.count)
        var undemanding = [UInt64](repeating: 0, count: entries.count / 64 + 1)
        for (number, entry) in entries.enumerated() {
            // Words with high numbers were added late, so few phrases have them.
            let group = entry.program.required.groups.min {
                ($0.count, -($0.max() ?? 0)) < ($1.count, -($1.max() ?? 0))
            }
            guard let group else {
                undemanding[number / 64] |= 1 << UInt64(number % 64)
                continue
            }
            for word in group { needing[Int(word)].append(number) }
        }
        self.needing = needing.reduce(into: StateEdges()) { $0.add($1) }
        self.undemanding = undemanding
    }

    private static func entry(
        _ purpose: Purpose,
        _ toolNumber: Int?,
        _ phrase: Phrase,
        _ vocabulary: inout Vocabulary
    ) throws(PhrasebookError) -> Entry {
        let program = try PatternProgram(phrase.pattern, vocabulary: &vocabulary)
        guard program.hasLiteralText else {
            throw PhrasebookError(
                code: .invalidPattern,
                message: "a phrase needs some literal text",
                pattern: phrase.pattern
            )
        }
        var answer: PatternProgram?
        if let question = phrase.question { answer = try PatternProgram(question.answer, vocabulary: &vocabulary) }
        return Entry(purpose, toolNumber: toolNumber, phrase, program, answer: answer)
    }
}
