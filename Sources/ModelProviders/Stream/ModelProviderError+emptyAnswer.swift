extension ModelProviderError {
    /// An answer with neither text nor calls, although the provider says that it is whole.
    static func emptyAnswer(by host: String) -> ModelProviderError {
        ModelProviderError(.upstreamFault, "\(host) sent an empty answer. Another try may succeed.")
    }
}
