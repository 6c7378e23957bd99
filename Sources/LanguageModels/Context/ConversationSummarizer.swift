/// Has a model write down in short what was said.
struct ConversationSummarizer {
    let model: ErasedLanguageModel
    let wording: ContextWindow.Wording
    let estimator: TokenEstimator
    /// How many tokens the summary may take.
    let summaryTokenCount: Int
    /// How many tokens of conversation one request may hold.
    let inputTokenCount: Int

    /// The most requests that one summary is made with; of a longer conversation the earliest part is left out.
    private static let mostRequests = 8

    /// Puts what was said after an earlier summary into a new one.
    ///
    /// - Parameter count: Told what each request has cost, also of those that failed or were cancelled.
    /// - Returns: The summary and what it cost; the earlier summary when the model did not answer.
    /// - Throws: Only `CancellationError`.
    func summary(
        of entries: some Sequence<Transcript.Entry>,
        after earlier: String?,
        counting count: (LanguageModelSession.Usage) -> Void = { _ in }
    ) async throws -> (text: String?, usage: LanguageModelSession.Usage) {
        var text = earlier
        var usage = LanguageModelSession.Usage()
        for chunk in chunks(of: entries).suffix(Self.mostRequests) {
            try Task.checkCancellation()
            let session = self.session()
            defer {
                usage.add(session.usage)
                count(session.usage)
            }
            do {
                let response = try await session.respond(
                    to: Prompt(text: request(chunk, after: text)),
                    options: GenerationOptions(maximumResponseTokens: summaryTokenCount)
                )
                let answer = response.content
                if !answer.isEmpty { text = estimator.prefix(of: answer, tokenCount: summaryTokenCount) }
            } catch {
                // The conversation must go on: better without a summary of this part than not at all.
                try Task.checkCancellation()
            }
        }
        return (text, usage)
    }

    private func session() -> LanguageModelSession {
        LanguageModelSession(
            model: model,
            transcript: Transcript(
                entries: [
                    LanguageModelSession.instructionsEntry(
                        Instructions(text: wording.summarizerInstructions),
                        tools: []
                    )
                ]
                .compactMap(\.self)
            )
        )
    }

    private func request(_ chunk: String, after earlier: String?) -> String {
        let before = earlier.map { "What was said before, in short:\n\(Self.neutral($0))\n\n" } ?? ""
        return """
            Shorten this conversation to at most \(summaryTokenCount) tokens, together with what was said before.
            <conversation>
            \(before)\(chunk)
            </conversation>
            """
    }
}

// MARK: - What the summarizer reads

extension ConversationSummarizer {
    /// The conversation as text, in pieces that fit a request.
    func chunks(of entries: some Sequence<Transcript.Entry>) -> [String] {
        let room = max(64, inputTokenCount - summaryTokenCount)
        var chunks: [String] = []
        var chunk = ""
        var weight = 0
        for line in entries.compactMap({ line(for: $0, room: room) }) {
            let count = estimator.tokenCount(of: line) + 1
            if weight + count > room, !chunk.isEmpty {
                chunks.append(chunk)
                (chunk, weight) = ("", 0)
            }
            chunk += chunk.isEmpty ? line : "\n" + line
            weight += count
        }
        return chunk.isEmpty ? chunks : chunks + [chunk]
    }

    private func line(for entry: Transcript.Entry, room: Int) -> String? {
        let line: String
        switch entry {
        case .prompt(let prompt): line = "Person: \(prompt.segments.textNamingAttachments)"
        case .response(let response): line = "Assistant: \(response.segments.textNamingAttachments)"
        case .toolCalls(let calls): line = "Assistant calls \(calls.map(\.description).joined(separator: ", "))"
        case .toolOutput(let output):
            let text = estimator.prefix(of: output.segments.textNamingAttachments, tokenCount: max(64, room / 4))
            line = "\(output.toolName) gives: \(text)"
        // What was thought led to what was said; instructions are shown anyway.
        case .reasoning, .instructions: return nil
        }
        return estimator.prefix(of: Self.neutral(line), tokenCount: room)
    }

    /// So that nothing said can look like the end of what was said.
    private static func neutral(_ text: String) -> String {
        text.split(separator: "</conversation", omittingEmptySubsequences: false).joined(separator: "< /conversation")
    }
}
