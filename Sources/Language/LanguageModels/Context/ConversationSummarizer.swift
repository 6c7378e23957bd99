/// A summarizer of conversations that calls a model.
struct ConversationSummarizer {
    let model: ErasedLanguageModel
    let wording: ContextWindow.Wording
    let estimator: TokenEstimator
    /// The maximum number of tokens in the summary.
    let summaryTokenCount: Int
    /// The maximum number of tokens of conversation in one request.
    let inputTokenCount: Int

    /// The maximum number of requests for one summary; the earliest part of a longer conversation is left out.
    private static let mostRequests = 8

    /// Returns an earlier summary extended by the entries that follow it.
    ///
    /// - Parameter count: Called with the usage of each request, also of requests that failed or were cancelled.
    /// - Returns: The summary and its usage; the earlier summary if the model did not answer.
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
                // The conversation must continue; losing this part of the summary is better than failing.
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

// MARK: - The summarizer's input

extension ConversationSummarizer {
    /// Returns the conversation as text, in pieces that fit a request.
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
        // Reasoning is left out because the answers result from it; instructions are shown anyway.
        case .reasoning, .instructions: return nil
        }
        return estimator.prefix(of: Self.neutral(line), tokenCount: room)
    }

    /// Breaks up the closing tag, so that no quoted text can end the quotation.
    private static func neutral(_ text: String) -> String {
        text.split(separator: "</conversation", omittingEmptySubsequences: false).joined(separator: "< /conversation")
    }
}
