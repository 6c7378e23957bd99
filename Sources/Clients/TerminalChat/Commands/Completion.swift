/// The possible ends of a command that is being typed.
package struct Completion: Sendable, Equatable {
    /// A possible end.
    package struct Candidate: Sendable, Equatable {
        /// The whole line with this end.
        package let line: String
        /// The text in the menu.
        package let label: String
        /// The explanation beside it.
        package let summary: String
    }

    /// The candidates, in order.
    package let candidates: [Candidate]

    /// Finds the candidates for a line; none for a message.
    ///
    /// - Parameters:
    ///   - models: The names of the models.
    ///   - tools: The names of the tools, with what they do.
    ///   - conversations: The titles of the listed conversations.
    package init(
        of line: String,
        models: [String],
        tools: [(name: String, title: String)],
        conversations: [String],
        _ language: ChatLanguage
    ) {
        guard line.hasPrefix("/"), !line.hasPrefix("//"), !line.contains("\n") else {
            candidates = []
            return
        }
        guard let space = line.firstIndex(of: " ") else {
            let word = line.dropFirst().lowercased()
            candidates = SlashCommand.all.filter { $0.name.hasPrefix(word) || $0.aliases.contains(word) }.map {
                command in
                Candidate(
                    line: "/\(command.name)" + (command.hasArgument ? " " : ""),
                    label: command.usage(language),
                    summary: command.summary(language)
                )
            }
            return
        }
        let argument = line[line.index(after: space)...].drop { $0 == " " }
        guard case .command(let kind, _) = SubmittedLine(String(line[..<space])) else {
            candidates = []
            return
        }
        let values: [(String, String)] =
            switch kind {
            case .model: models.map { ($0, "") }
            case .tools: tools.map { ($0.name, $0.title) }
            case .open, .delete: conversations.enumerated().map { ("\($0 + 1)", $1) }
            default: []
            }
        candidates = values.filter { value, _ in value.lowercased().hasPrefix(argument.lowercased()) }.map {
            value,
            summary in
            Candidate(line: "/\(kind.rawValue) \(value)", label: value, summary: summary)
        }
    }

    /// The line with everything that all candidates share; `nil` if that adds nothing or there is no candidate.
    package func extended(_ line: String) -> String? {
        guard var shared = candidates.first?.line else { return nil }
        for candidate in candidates.dropFirst() {
            shared = String(zip(shared, candidate.line).prefix { $0 == $1 }.map(\.0))
        }
        return shared.count > line.count ? shared : nil
    }

    /// Returns the lines of the menu.
    func lines(_ drawing: Drawing, most: Int) -> [StyledText] {
        let shown = candidates.prefix(most)
        let width = shown.map { drawing.rules.columns(of: $0.label.harmlessLine) }.max() ?? 0
        var lines = shown.map { candidate in
            let label = StyledText(candidate.label.harmlessLine, .code).padded(to: min(width, 30), drawing.rules)
            var line = StyledText(harmless: "  ", .plain) + label
            if !candidate.summary.isEmpty { line.append("  " + candidate.summary.harmlessLine, .dim) }
            return line.cut(to: drawing.columns, drawing.rules)
        }
        if candidates.count > shown.count { lines.append(StyledText("  …", .dim)) }
        return lines
    }
}
