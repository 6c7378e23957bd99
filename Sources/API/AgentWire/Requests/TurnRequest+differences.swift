extension TurnRequest {
    /// Returns the parameters, including missing ones, that differ from the request of a run that this request resumes.
    ///
    /// The names are those of chat completions, which each dialect maps to its own.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    func parameters(unlike run: TurnRequest, askedOf model: String) -> [String] {
        let sampling = (sampling, run.sampling)
        let differences: [(parameter: String, isThere: Bool)] = [
            ("model", self.model != run.model && self.model != model),
            ("tools", clientTools != run.clientTools),
            ("tool_choice", toolChoice != run.toolChoice),
            ("parallel_tool_calls", parallelToolCalls != run.parallelToolCalls),
            (
                "response_format",
                responseFormat?.schema != run.responseFormat?.schema || wantsJSONObject != run.wantsJSONObject
            ),
            ("temperature", sampling.0.temperature != sampling.1.temperature),
            ("top_p", sampling.0.topP != sampling.1.topP),
            ("top_k", sampling.0.topK != sampling.1.topK),
            ("presence_penalty", sampling.0.presencePenalty != sampling.1.presencePenalty),
            ("frequency_penalty", sampling.0.frequencyPenalty != sampling.1.frequencyPenalty),
            ("seed", sampling.0.seed != sampling.1.seed),
            ("stop", sampling.0.stop != sampling.1.stop),
            ("max_output_tokens", sampling.0.maximumOutputTokens != sampling.1.maximumOutputTokens),
            ("reasoning_effort", reasoningEffort != run.reasoningEffort),
            ("max_tool_calls", maximumToolCalls != run.maximumToolCalls),
            ("metadata", metadata != run.metadata),
            ("torii.tools", tools != run.tools),
        ]
        return differences.filter(\.isThere).map(\.parameter)
    }
}
