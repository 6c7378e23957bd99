extension ChatCompletionRequest {
    /// Adopts the answer's form from the request of a waiting run, which this request's outputs resume.
    ///
    /// Fields that differ from that request are ignored, and added to ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        // The outputs follow all messages of the run's request.
        if !turn.input.starts(with: run.input) { ignored.append("messages") }
        ignored += turn.parameters(unlike: run, askedOf: model).map(field(of:))
        options.model = run.model
        options.holdsValue = Self.holdsValue(run)
    }
}
