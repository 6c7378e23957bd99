/// The phrases of some tools, and the model's own, ready to be matched.
final class CompiledPhrases: Sendable {
    /// What a phrase is for.
    enum Purpose: Sendable {
        case tool(ToolPhrases)
        case smallTalk(SmallTalk.Subject)
    }

    struct Entry: Sendable {
        var purpose: Purpose
        var phrase: Phrase
        var program: PatternProgram
        /// How its question may be answered.
        var answer: PatternProgram?

        var tool: ToolPhrases? {
            if case .tool(let tool) = purpose { tool } else { nil }
        }
    }

    let tools: [ToolPhrases]
    let entries: [Entry]
    let followUps: [(language: PhraseLanguage, program: PatternProgram)]
    /// Answers that pick one of several offers by its number.
    let picks: [(language: PhraseLanguage, program: PatternProgram)]
    /// Answers that pick a tool by its name.
    let choices: [String: [(language: PhraseLanguage, program: PatternProgram)]]
    let grammar: DayGrammar
    let references: ReferenceGrammar
    let vocabulary: Vocabulary
    /// For each word, the phrases of which it is one of the words that they need most.
    private let needing: [[Int]]
    /// The phrases that need no word.
    private let undemanding: [Int]

    /// The phrases that may be found in a text with these words, in their order; the others are not even looked at.
    func entries(for words: some Sequence<Int32>, present: WordPresence) -> [Entry] {
        var numbers = undemanding
        for word in Set(words) where word >= 0 { numbers += needing[Int(word)] }
        return Set(numbers).sorted().map { entries[$0] }.filter { present.hasOne(ofEach: $0.program.required) }
    }

    init(_ tools: [ToolPhrases]) throws(PhrasebookError) {
        var vocabulary = Vocabulary()
        var entries: [Entry] = []
        var followUps: [(language: PhraseLanguage, program: PatternProgram)] = []
        var picks: [(language: PhraseLanguage, program: PatternProgram)] = []
        var choices: [String: [(language: PhraseLanguage, program: PatternProgram)]] = [:]
        for tool in tools {
            for phrase in tool.phrases { entries.append(try Self.entry(.tool(tool), phrase, &vocabulary)) }
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
                    entries.append(try Self.entry(.smallTalk(talk.subject), Phrase(language, pattern), &vocabulary))
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
        self.picks = picks
        self.choices = choices
        self.tools = tools
        self.entries = entries
        self.followUps = followUps
        self.vocabulary = vocabulary
        var needing = Array(repeating: [Int](), count: vocabulary.count)
        var undemanding: [Int] = []
        for (number, entry) in entries.enumerated() {
            // Words that came up late are the ones that few phrases have.
            let group = entry.program.required.min {
                ($0.count, -($0.max() ?? 0)) < ($1.count, -($1.max() ?? 0))
            }
            guard let group else {
                undemanding.append(number)
                continue
            }
            for word in group { needing[Int(word)].append(number) }
        }
        self.needing = needing
        self.undemanding = undemanding
    }

    private static func entry(
        _ purpose: Purpose,
        _ phrase: Phrase,
        _ vocabulary: inout Vocabulary
    ) throws(PhrasebookError) -> Entry {
        let program = try PatternProgram(phrase.pattern, vocabulary: &vocabulary)
        guard program.saysSomething else {
            throw PhrasebookError(
                code: .invalidPattern,
                message: "a phrase needs some literal text",
                pattern: phrase.pattern
            )
        }
        var answer: PatternProgram?
        if let question = phrase.question { answer = try PatternProgram(question.answer, vocabulary: &vocabulary) }
        return Entry(purpose: purpose, phrase: phrase, program: program, answer: answer)
    }
}
