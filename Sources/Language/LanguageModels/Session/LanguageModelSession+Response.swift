extension LanguageModelSession {
    /// A complete answer (Apple FoundationModels 26.0).
    public struct Response<Content: Generable> {
        /// The answer.
        public let content: Content
        /// The answer before conversion to its type.
        public let rawContent: GeneratedContent
        /// The entries that the turn added to the transcript, the prompt first.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        /// The tokens used (27.0).
        public let usage: Usage

        /// Reads the answer of a turn.
        ///
        /// A structured answer is also checked against its schema, because the type alone does not enforce every
        /// limit. Properties that the schema does not define are ignored.
        ///
        /// - Parameter schema: The schema of the answer, `nil` for prose.
        /// - Throws: ``Suspension`` if the turn has no answer yet; ``GeneratedContent/ParsingError`` with the faulty
        ///   property if the answer does not fit the type or the schema.
        init(_ turn: Turn, schema: GenerationSchema?) throws {
            guard !turn.isSuspended else { throw Suspension(pendingCalls: turn.pendingCalls) }
            if let schema {
                rawContent = try GeneratedContent(answer: turn.response.segments)
                content = try Content(rawContent)
                if let fault = SchemaCheck(schema, refusesUnknownProperties: false).fault(of: rawContent) {
                    throw fault
                }
            } else {
                rawContent = GeneratedContent(turn.response.segments.text)
                content = try Content(rawContent)
            }
            transcriptEntries = turn.entries[...]
            usage = turn.usage
        }
    }

    /// Runs a turn and reads its answer.
    func answer<Content: Generable>(
        to prompt: Prompt,
        schema: GenerationSchema?,
        options: GenerationOptions,
        contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content> {
        let parameters = TurnParameters(
            format: schema.map { Transcript.ResponseFormat(schema: $0) },
            options: options,
            contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent)
        )
        return try await configuration.errorNames.naming {
            try Response(await runTurnForAnswer(makeTurnID(), prompt, parameters) { _ in }, schema: schema)
        }
    }

    /// Runs a turn, and a second one if a text in its answer does not match its pattern.
    ///
    /// The answer is requested once more because few providers enforce patterns.
    ///
    /// - Returns: The turn; if there were two, both as one, with the second answer.
    func runTurnForAnswer(
        _ id: SessionStateMachine.TurnID,
        _ prompt: Prompt,
        _ parameters: TurnParameters,
        onStep: (TurnStep) async throws -> Void
    ) async throws -> Turn {
        let turn = try await runTurn(id, prompt, parameters, onStep: onStep)
        guard let schema = parameters.format?.schema, let fault = turn.patternFault(schema) else { return turn }
        // The snapshots of a stream start again with the second answer.
        try await onStep(.event(.textReplaced("")))
        let repair = Prompt(
            "That answer cannot be used: \(fault.debugDescription). Answer again, with the whole value."
        )
        let repaired = try await runTurn(id, repair, parameters) { step in
            guard case .progress(let entries, let usage) = step else { return try await onStep(step) }
            try await onStep(.progress(entries: turn.entries + entries, usage: turn.usage.adding(usage)))
        }
        return turn.followed(by: repaired)
    }

    /// Returns the schema for the model; `nil` for a `String`, which is an answer in prose.
    func schema<Content: Generable>(of type: Content.Type) -> GenerationSchema? {
        type == String.self ? nil : type.generationSchema
    }
}

extension LanguageModelSession.Turn {
    /// Returns the fault of the first text in the answer that does not match its pattern; `nil` if all match.
    fileprivate func patternFault(_ schema: GenerationSchema) -> GeneratedContent.ParsingError? {
        guard !isSuspended, let answer = try? GeneratedContent(answer: response.segments),
            let fault = SchemaCheck(schema, refusesUnknownProperties: false).fault(of: answer),
            fault.underlyingError is PatternMismatch
        else { return nil }
        return fault
    }

    /// Returns this turn and the next one as one turn, with the answer of the next one.
    fileprivate func followed(by next: Self) -> Self {
        var whole = next
        whole.entries = entries + next.entries
        whole.outcomes = outcomes + next.outcomes
        whole.usage = usage.adding(next.usage)
        return whole
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension GeneratedContent {
    /// Reads a structured answer, which must be complete.
    ///
    /// - Throws: ``ParsingError`` if it is not JSON or ends too early.
    init(answer segments: [Transcript.Segment]) throws {
        let segments = segments.filter { $0.attachment == nil }
        if segments.count == 1, case .structure(let segment) = segments[0] {
            self = segment.content
            return
        }
        let text = segments.text
        try self.init(json: text)
        guard isComplete else {
            throw ParsingError(rawContent: text, debugDescription: "the answer ends before it is whole")
        }
    }
}
