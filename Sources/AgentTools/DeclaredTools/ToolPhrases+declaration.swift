import Phrasebook
import StreamingJSON
import ToolDeclarations

extension PhrasesDeclaration {
    /// Phrases that cannot be used, and what to do.
    struct Fault: Error, Equatable {
        var message: String
        /// The pattern or the example with the fault.
        var text: String
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
    /// - Throws: ``PhrasesDeclaration/Fault``.
    init(
        _ declaration: PhrasesDeclaration?,
        of tool: String,
        isReadOnly: Bool,
        _ parameters: JSONObject
    ) throws(PhrasesDeclaration.Fault) {
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
        let known = Set((parameters["properties"]?.objectValue ?? [:]).keys)
        for phrase in phrases {
            var one = self
            one.phrases = [phrase]
            let slots: Set<String>
            do throws(PhrasebookError) { slots = try one.slotArguments() } catch {
                throw PhrasesDeclaration.Fault(message: "\(error)", text: error.pattern)
            }
            guard let unknown = slots.subtracting(known).min() else { continue }
            throw PhrasesDeclaration.Fault(
                message: "a pattern has the slot '\(unknown)', which is no argument of \(tool); rename the slot",
                text: phrase.pattern
            )
        }
        let unmatched: String?
        do throws(PhrasebookError) { unmatched = try unmatchedExample() } catch {
            throw PhrasesDeclaration.Fault(message: "\(error)", text: error.pattern)
        }
        if let unmatched {
            throw PhrasesDeclaration.Fault(
                message: "no pattern understands the example '\(unmatched)'; correct the example or the patterns",
                text: unmatched
            )
        }
    }
}
