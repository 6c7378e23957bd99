extension ChatCompletionRequest {
    /// Gives the answer the form that the request of a waiting run asks for, because its outputs let that run go on.
    ///
    /// Whatever the two requests say differently of the turn is ignored, and named among ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that the run was made for.
    ///   - model: The model that the run asks.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        ignored += fields(unlike: run, askedOf: model)
        options.model = run.model
        options.holdsValue = Self.holdsValue(run)
    }

    /// The fields of the turn, missing ones included, that say something else than the request of a run.
    private func fields(unlike run: TurnRequest, askedOf model: String) -> [String] {
        let sampling = (turn.sampling, run.sampling)
        let differences: [(field: String, isThere: Bool)] = [
            // The outputs come after all that the run was asked with.
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
