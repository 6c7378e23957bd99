extension LanguageModelSession {
    /// Makes a session with this one's model that knows nothing of this one's conversation: for a question on the side.
    ///
    /// It has no tools, and what is said in it leaves no trace here.
    ///
    /// - Parameters:
    ///   - instructions: What the model is told.
    ///   - keepingInstructions: Whether it is told this session's own instructions before that.
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
