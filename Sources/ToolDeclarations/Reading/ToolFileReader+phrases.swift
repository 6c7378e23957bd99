import StreamingJSON

extension ToolFileReader {
    /// Reads the sentences by which a person asks for a tool.
    ///
    /// Their patterns are compiled where the language of the patterns is known.
    func phrases(_ outer: DeclarationReader, _ head: Head) throws(DeclarationError) -> PhrasesDeclaration {
        var reader = outer
        var phrases = PhrasesDeclaration()
        phrases.english.patterns = try reader.texts("en") ?? []
        phrases.japanese.patterns = try reader.texts("ja") ?? []
        if var examples = try reader.object("examples") {
            phrases.english.example = try examples.text("en")
            phrases.japanese.example = try examples.text("ja")
            try examples.finish()
        }
        if var asks = try reader.object("asks") {
            phrases.english.asks = try askings("en", &asks)
            phrases.japanese.asks = try askings("ja", &asks)
            try asks.finish()
        }
        for (word, element) in try reader.members("values") ?? [] { phrases.values[word] = element.json }
        if var items = try reader.object("items") {
            guard let argument = try items.text("argument"), let line = try items.text("line"), !line.isEmpty else {
                throw items.fault("items needs 'argument' and 'line', the start of an item's line")
            }
            guard head.arguments.names.contains(argument) else {
                throw items.fault("'\(argument)' is no argument of \(head.name)")
            }
            try items.finish()
            phrases.items = .init(argument: argument, line: line)
        }
        try reader.finish()
        for (language, sentences) in [("en", phrases.english), ("ja", phrases.japanese)] {
            guard sentences.example == nil || !sentences.patterns.isEmpty || !sentences.asks.isEmpty else {
                throw reader.fault("examples has a sentence for '\(language)', and there are no patterns for it")
            }
            guard sentences.example != nil || sentences.patterns.isEmpty else {
                throw reader.fault("the patterns for '\(language)' need a sentence under 'examples' that they match")
            }
        }
        return phrases
    }

    private func askings(
        _ language: String,
        _ reader: inout DeclarationReader
    ) throws(DeclarationError) -> [PhrasesDeclaration.Asking] {
        var askings: [PhrasesDeclaration.Asking] = []
        for element in try reader.list(language, atMost: 32) ?? [] {
            var asking = try DeclarationReader(element, "an entry of asks", file: file)
            guard let pattern = try asking.text("pattern"), let question = try asking.text("question"),
                let answer = try asking.text("answer")
            else { throw asking.fault("an entry of asks needs 'pattern', 'question' and 'answer'") }
            try asking.finish()
            askings.append(.init(pattern: pattern, question: question, answer: answer))
        }
        return askings
    }
}
