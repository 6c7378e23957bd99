import StreamingJSON
import YAMLReading

extension ToolFileReader {
    /// The most patterns of a language.
    private static let mostPatterns = 64
    /// The most bytes of a pattern, of an example and of a question.
    private static let longestSentence = 1_000

    /// Reads the sentences by which a person asks for a tool.
    ///
    /// Their patterns are compiled where the language of the patterns is known.
    func phrases(_ outer: DeclarationReader, _ head: Head) throws(DeclarationError) -> PhrasesDeclaration {
        var reader = outer
        var phrases = PhrasesDeclaration()
        for name in ["en", "ja", "examples", "asks"] { note(reader.element(name), in: &phrases.places) }
        phrases.english.patterns = try patterns("en", &reader)
        phrases.japanese.patterns = try patterns("ja", &reader)
        if var examples = try reader.object("examples") {
            phrases.english.example = try examples.text("en")
            phrases.japanese.example = try examples.text("ja")
            _ = try reader.ended(examples)
        }
        if var asks = try reader.object("asks") {
            phrases.english.asks = try askings("en", &asks)
            phrases.japanese.asks = try askings("ja", &asks)
            _ = try reader.ended(asks)
        }
        for (word, element) in try reader.members("values") ?? [] { phrases.values[word] = element.json }
        if var items = try reader.object("items") {
            let (argument, line) = (try items.text("argument") ?? "", try items.text("line") ?? "")
            if argument.isEmpty || line.isEmpty {
                items.lack("items needs 'argument' and 'line', the start of an item's line")
            } else if !head.arguments.names.contains(argument) {
                items.lack("'\(argument.prefix(64))' is no argument of \(head.name)")
            }
            _ = try reader.ended(items)
            phrases.items = .init(argument: argument, line: line)
        }
        for (language, sentences) in [("en", phrases.english), ("ja", phrases.japanese)] {
            guard sentences.example == nil || !sentences.patterns.isEmpty || !sentences.asks.isEmpty else {
                reader.lack("examples has a sentence for '\(language)', and there are no patterns for it")
                continue
            }
            guard sentences.example != nil || sentences.patterns.isEmpty else {
                reader.lack(
                    "the patterns for '\(language)' need a sentence that they match; add 'examples: {\(language): …}'"
                )
                continue
            }
        }
        try reader.finish()
        return phrases
    }

    private func patterns(
        _ language: String,
        _ reader: inout DeclarationReader
    ) throws(DeclarationError) -> [String] {
        let element = reader.element(language)
        let patterns = try reader.texts(language) ?? []
        guard let element, patterns.count > Self.mostPatterns else { return patterns }
        return try reader.refuse(
            element,
            "there are \(patterns.count) patterns for '\(language)'; the limit is \(Self.mostPatterns)"
        ) ?? []
    }

    /// Notes the place of each text of a value, and the texts that are too long.
    private func note(_ element: Element?, in places: inout [String: PhrasesDeclaration.Place]) {
        switch element?.value {
        case .scalar(.string(let text))?:
            guard let element, places[text] == nil else { return }
            places[text] = .init(line: element.line, column: element.column)
            guard text.utf8.count > Self.longestSentence else { return }
            faults.note(
                DeclarationError(
                    file,
                    element.line,
                    element.column,
                    "the sentence has more than \(Self.longestSentence) bytes; divide it into several"
                )
            )
        case .list(let elements)?: for element in elements { note(element, in: &places) }
        case .members(let members)?: for member in members { note(member.value, in: &places) }
        default: break
        }
    }

    private func askings(
        _ language: String,
        _ reader: inout DeclarationReader
    ) throws(DeclarationError) -> [PhrasesDeclaration.Asking] {
        var askings: [PhrasesDeclaration.Asking] = []
        for element in try reader.list(language, atMost: 32) ?? [] {
            var asking = try DeclarationReader(element, "an entry of asks", file: file, faults: faults)
            let (pattern, question) = (try asking.text("pattern"), try asking.text("question"))
            let answer = try asking.text("answer")
            if pattern == nil || question == nil || answer == nil {
                asking.lack("an entry of asks needs 'pattern', 'question' and 'answer'")
            }
            _ = try reader.ended(asking)
            askings.append(.init(pattern: pattern ?? "", question: question ?? "", answer: answer ?? ""))
        }
        return askings
    }
}
