import ToolPhrases
import StreamingJSON
import ToolDeclarations

extension PhrasesDeclaration {
    /// A phrase that cannot be used, and what to do.
    struct Fault: Equatable {
        var message: String
        /// The pattern or the example with the fault.
        var text: String
    }

    /// All phrases of a tool that cannot be used.
    struct Faults: Error, Equatable {
        var list: [Fault]
    }

    /// Returns arguments with the words of choices replaced by the values that are declared for them.
    func values(in arguments: JSONObject) -> JSONObject {
        guard !values.isEmpty else { return arguments }
        return JSONObject(
            arguments.map { name, value in (name, value.stringValue.flatMap { values[$0] } ?? value) }
        )
    }
}

extension ToolPhrases {
    /// Makes the phrases of a declared tool, and compiles them to find faults; a tool without phrases is never called by the built-in
    /// model.
    ///
    /// - Parameter reader: Finds the faults; they are not looked for without it.
    /// - Throws: ``PhrasesDeclaration/Faults``.
    init(
        _ declaration: PhrasesDeclaration?,
        of tool: String,
        isReadOnly: Bool,
        _ parameters: JSONObject,
        _ reader: (any PhraseReader)?
    ) throws(PhrasesDeclaration.Faults) {
        guard let declaration else {
            self.init(
                tool: tool,
                effect: isReadOnly ? .reads : .changes,
                examples: [:],
                isPublic: true,
                phrases: []
            )
            return
        }
        var phrases: [Phrase] = []
        var examples: [PhraseLanguage: String] = [:]
        for (language, sentences) in [
            (PhraseLanguage.english, declaration.english), (.japanese, declaration.japanese),
        ] {
            examples[language] = sentences.example
            phrases += sentences.patterns.map { Phrase(language, $0) }
            phrases += sentences.asks.map {
                Phrase(language, $0.pattern, asks: Phrase.Question($0.question, answer: $0.answer))
            }
        }
        self.init(
            tool: tool,
            effect: isReadOnly ? .reads : .changes,
            examples: examples,
            items: declaration.items.map { ListedItems(argument: $0.argument, linePrefix: $0.line) },
            phrases: phrases
        )
        guard let reader else { return }
        var faults = phrases.flatMap {
            slotFaults(of: $0, beside: Set((parameters["properties"]?.objectValue ?? [:]).keys), reader)
        }
        // An example is tried with all patterns, so they must be sound.
        if faults.isEmpty { faults = exampleFaults(reader) }
        guard faults.isEmpty else { throw PhrasesDeclaration.Faults(list: faults) }
    }

    /// Returns the faults of a phrase's pattern, and of the pattern for the answer to its question.
    private func slotFaults(
        of phrase: Phrase,
        beside known: Set<String>,
        _ reader: any PhraseReader
    ) -> [PhrasesDeclaration.Fault] {
        var parts = [Phrase(phrase.language, phrase.pattern)]
        // Beside a literal pattern, a fault is the answer's.
        if let question = phrase.question { parts.append(Phrase(phrase.language, "torii", asks: question)) }
        return parts.compactMap { part in
            var one = self
            one.phrases = [part]
            do throws(PhrasebookError) {
                guard let unknown = try reader.slotArguments(of: one).subtracting(known).min() else { return nil }
                return PhrasesDeclaration.Fault(
                    message: "a pattern has the slot '\(unknown)', which is no argument of \(tool); rename the slot",
                    text: part.question?.answer ?? part.pattern
                )
            } catch {
                return PhrasesDeclaration.Fault(message: "\(error)", text: error.pattern)
            }
        }
    }

    /// Returns the examples that no pattern understands.
    private func exampleFaults(_ reader: any PhraseReader) -> [PhrasesDeclaration.Fault] {
        examples.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { language, example in
            var one = self
            one.examples = [language: example]
            do throws(PhrasebookError) {
                guard let unmatched = try reader.unmatchedExample(of: one) else { return nil }
                return PhrasesDeclaration.Fault(
                    message: "no pattern understands the example '\(unmatched)'; correct the example or the patterns",
                    text: unmatched
                )
            } catch {
                return PhrasesDeclaration.Fault(message: "\(error)", text: error.pattern)
            }
        }
    }
}
