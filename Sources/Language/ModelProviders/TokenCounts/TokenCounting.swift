public import LanguageModels

/// A model whose provider may count the tokens of a round's input without answering it.
public protocol TokenCounting: Sendable {
    /// Returns the number of tokens that the provider counts for a round's input: the transcript and the tools.
    ///
    /// Nothing is generated, and no tokens are charged.
    ///
    /// - Returns: `nil` if the provider offers no such count; then nothing is sent.
    /// - Throws: The errors of ``ProviderDialect/respond(to:by:streamingInto:)``.
    func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int?
}

extension ProviderLanguageModel: TokenCounting {
    /// Returns the number of tokens that the provider counts for a round's input; `nil` if it offers no count.
    public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int? {
        try await dialect.tokenCount(of: request, by: self)
    }
}

extension ProviderDialect {
    /// Returns `nil`, because a dialect offers no count unless it says otherwise.
    public func tokenCount(
        of request: LanguageModelExecutorGenerationRequest,
        by model: ProviderLanguageModel<Self>
    ) async throws -> Int? { nil }
}

extension RouterLanguageModel: TokenCounting {
    /// Returns the count of the model that would be asked first now.
    public func tokenCount(of request: LanguageModelExecutorGenerationRequest) async throws -> Int? {
        guard let first = order(for: request).first.map({ members[$0] }), let counter = first.counter else {
            return nil
        }
        var request = request
        request.transcript = request.transcript.readable(by: first.name)
        return try await counter.tokenCount(of: request)
    }
}
