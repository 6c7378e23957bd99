extension ChatCompletionRequest {
    /// Adopts the answer's form from the request of a waiting run, which this request's outputs resume.
    ///
    /// Fields that differ from that request are ignored, and added to ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        ignored += fields(unlike: run, askedOf: model)
        options.model = run.model
        options.holdsValue = Self.holdsValue(run)
    }

    /// Returns the fields, including missing ones, that differ from the request of a run.
    private func fields(unlike run: TurnRequest, askedOf model: String) -> [String] {
        let sampling = (turn.sampling, run.sampling)
        let differences: [(field: String, isThere: Bool)] = [
            // The outputs follow all messages of the run's request.
            ("messages", !turn.input.starts(with: run.input)),
            ("model", turn.model != run.model && turn.model != model),
            ("tools", turn.clientTools != run.clientTools),
            ("tool_choice", turn.toolChoice != run.toolChoice),
            ("parallel_tool_calls", turn.parallelToolCalls != run.parallelToolCalls),
            (
                "response_format",
                turn.responseFormat?.schema != run.responseFormat?.schema || turn.wantsJSONObject != run.wantsJSONObject
            ),
            ("temperature", sampling.0.temperature != sampling.1.temperature),
            ("top_p", sampling.0.topP != sampling.1.topP),
            ("presence_penalty", sampling.0.presencePenalty != sampling.1.presencePenalty),
            ("frequency_penalty", sampling.0.frequencyPenalty != sampling.1.frequencyPenalty),
            ("seed", sampling.0.seed != sampling.1.seed),
            ("stop", sampling.0.stop != sampling.1.stop),
            (limitField, sampling.0.maximumOutputTokens != sampling.1.maximumOutputTokens),
            ("reasoning_effort", turn.reasoningEffort != run.reasoningEffort),
            ("torii.tools", turn.tools != run.tools),
        ]
        return differences.filter(\.isThere).map(\.field)
    }
}
