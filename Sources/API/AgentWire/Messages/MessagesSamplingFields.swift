import StreamingJSON

/// A reader of the sampling parameters.
enum MessagesSamplingFields {
    /// The maximum token limit; no model writes that many tokens.
    private static let mostTokens = Int(Int32.max)

    /// Returns the choice of tokens, and the texts that stop the model.
    static func sampling(_ fields: inout RequestFields, for purpose: MessagesRequest.Purpose) -> Sampling {
        var sampling = Sampling()
        if purpose == .answer, fields.value("max_tokens") == nil {
            fields.reject("max_tokens", "required: the largest number of tokens of the answer, 1 or more", .missing)
        }
        sampling.maximumOutputTokens = fields.integer("max_tokens", in: 1...mostTokens)
        sampling.temperature = fields.decimal("temperature", in: 0...1)
        sampling.topP = fields.decimal("top_p", in: 0...1)
        // Anthropic's range includes 0, which selects no tokens and therefore has no effect.
        sampling.topK = fields.integer("top_k", in: 0...mostTokens).flatMap { $0 == 0 ? nil : $0 }
        sampling.stop = fields.strings("stop_sequences") ?? []
        if sampling.stop.contains(where: \.isEmpty) {
            fields.reject("stop_sequences", "an empty text would stop the model at once", .invalidValue)
        }
        return sampling
    }
}
