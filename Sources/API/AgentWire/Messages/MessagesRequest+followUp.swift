extension MessagesRequest {
    /// Adopts the answer's form from the request of a waiting run, which this request's results resume.
    ///
    /// Fields that differ from that request are ignored, and added to ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        ignored += fields(unlike: run, askedOf: model).filter { !ignored.contains($0) }
        options.model = run.model
        options.holdsValue = Self.holdsValue(run)
    }

    /// Returns the fields, including missing ones, that differ from the request of a run.
    private func fields(unlike run: TurnRequest, askedOf model: String) -> [String] {
        let sampling = (turn.sampling, run.sampling)
        let differences: [(field: String, isThere: Bool)] = [
            ("system", turn.instructions != run.instructions),
            // The results follow all messages of the run's request.
            ("messages", !Self.messages(turn).starts(with: Self.messages(run))),
            ("model", turn.model != run.model && turn.model != model),
            ("tools", turn.clientTools != run.clientTools),
            ("tool_choice", turn.toolChoice != run.toolChoice || turn.parallelToolCalls != run.parallelToolCalls),
            ("output_config.format", turn.responseFormat?.schema != run.responseFormat?.schema),
            ("temperature", sampling.0.temperature != sampling.1.temperature),
            ("top_p", sampling.0.topP != sampling.1.topP),
            ("top_k", sampling.0.topK != sampling.1.topK),
            ("stop_sequences", sampling.0.stop != sampling.1.stop),
            ("max_tokens", sampling.0.maximumOutputTokens != sampling.1.maximumOutputTokens),
            (effortField, turn.reasoningEffort != run.reasoningEffort),
            ("metadata", turn.metadata != run.metadata),
            ("torii.tools", turn.tools != run.tools),
        ]
        return differences.filter(\.isThere).map(\.field)
    }

    private static func messages(_ turn: TurnRequest) -> [InputItem] {
        turn.input.filter { item in
            if case .message(.developer, _) = item { false } else { true }
        }
    }
}
