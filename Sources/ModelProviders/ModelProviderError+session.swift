import FoundationEssentials
import LanguageModels

extension ModelProviderError {
    /// As `LanguageModelError` where that has a case for it, which callers know whatever the provider.
    func forSession(now: Date) -> any Error {
        switch code {
        case .contextExceeded:
            LanguageModelError.contextSizeExceeded(
                .init(contextSize: contextSize, tokenCount: tokenCount, debugDescription: message)
            )
        case .rateLimited:
            LanguageModelError.rateLimited(
                .init(resetDate: retryAfter.map { now + $0 / .seconds(1) }, debugDescription: message)
            )
        case .timedOut: LanguageModelError.timeout(.init(debugDescription: message))
        default: self
        }
    }
}
