import CalendarDays

extension ToolPhrases {
    /// Returns the names of the arguments that the patterns fill, and compiles the patterns to find their faults.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    public func slotArguments() throws(PhrasebookError) -> Set<String> {
        var names: Set<String> = []
        var vocabulary = Vocabulary()
        for phrase in phrases {
            for pattern in [phrase.pattern, phrase.question?.answer].compactMap(\.self) {
                let program = try PatternProgram(pattern, vocabulary: &vocabulary)
                guard program.hasLiteralText || pattern != phrase.pattern else {
                    throw PhrasebookError(
                        code: .invalidPattern,
                        message: "a phrase needs some literal text",
                        pattern: pattern
                    )
                }
                names.formUnion(program.slots.flatMap(\.arguments))
            }
        }
        return names
    }

    /// The literal texts and the choices of all valid phrases, each once, in their order; without the units after numbers.
    public var literalTexts: [String] {
        var seen: Set<String> = []
        return phrases.compactMap { try? PatternParser.parse($0.pattern) }.flatMap(\.textsWithoutUnits)
            .filter { seen.insert($0).inserted }
    }

    /// Returns an example that the built-in model does not understand as a call of this tool; `nil` if it understands each.
    ///
    /// Examples of a language that asks the person before a call are not tried.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    public func unmatchedExample() throws(PhrasebookError) -> String? {
        let compiled = try CompiledPhrases([self])
        // Any day will do, because only the tool of the call counts.
        let planner = Planner(phrases: compiled, today: CalendarDay(number: 20_000), language: nil) { _ in true }
        for language in PhraseLanguage.allCases {
            guard let example = examples[language],
                !phrases.contains(where: { $0.language == language && $0.question != nil })
            else { continue }
            let understanding = planner.understanding(of: [Turn(prompt: example)])
            if !understanding.calls.contains(where: { $0.call.tool == tool }) { return example }
        }
        return nil
    }
}
