extension LanguageModelSession {
    /// Makes a session with the same model and an empty conversation, for a side question.
    ///
    /// It has no tools, and its conversation does not change this session.
    ///
    /// - Parameters:
    ///   - instructions: The instructions for the model.
    ///   - keepingInstructions: Whether this session's instructions precede them.
    public func makeSeparateSession(
        instructions: Instructions? = nil,
        keepingInstructions: Bool = false
    ) -> LanguageModelSession {
        var parts: [Instructions] = []
        if keepingInstructions, case .instructions(let own) = transcript.first {
            parts.append(Instructions(content: PromptContent(own.segments)))
        }
        parts.removeAll(where: \.content.isEmpty)
        if let instructions { parts.append(instructions) }
        let whole = parts.isEmpty ? nil : Instructions { for part in parts { part } }
        let entry = Self.instructionsEntry(whole, tools: [])
        return LanguageModelSession(
            model: model,
            transcript: Transcript(entries: entry.map { [$0] } ?? []),
            configuration: configuration
        )
    }
}
