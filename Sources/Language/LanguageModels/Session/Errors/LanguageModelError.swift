public import Foundation

/// The reason why a model did not answer, as far as a caller can act on it (Apple FoundationModels 27.0).
///
/// Every payload describes the error in `debugDescription` and may have the provider's details in `metadata`.
public enum LanguageModelError: Error, Sendable {
    /// The transcript is longer than the model can read.
    case contextSizeExceeded(ContextSizeExceeded)
    /// The request exceeds the provider's rate limit.
    case rateLimited(RateLimited)
    /// The provider's filter stopped the request or the answer.
    case guardrailViolation(GuardrailViolation)
    /// The model declined to answer.
    case refusal(Refusal)
    /// The request needs a capability that the model lacks.
    case unsupportedCapability(UnsupportedCapability)
    /// The model cannot read some entries of the transcript.
    case unsupportedTranscriptContent(UnsupportedTranscriptContent)
    /// The model does not support a guide of the schema.
    case unsupportedGenerationGuide(UnsupportedGenerationGuide)
    /// The model does not support the language.
    case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
    /// The provider exceeded a time limit.
    case timeout(Timeout)
}

extension LanguageModelError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The description of the error.
    public var debugDescription: String {
        switch self {
        case .contextSizeExceeded(let payload): payload.debugDescription
        case .rateLimited(let payload): payload.debugDescription
        case .guardrailViolation(let payload): payload.debugDescription
        case .refusal(let payload): payload.debugDescription
        case .unsupportedCapability(let payload): payload.debugDescription
        case .unsupportedTranscriptContent(let payload): payload.debugDescription
        case .unsupportedGenerationGuide(let payload): payload.debugDescription
        case .unsupportedLanguageOrLocale(let payload): payload.debugDescription
        case .timeout(let payload): payload.debugDescription
        }
    }

    /// The description of the error.
    public var description: String { debugDescription }

    /// The description of the error.
    public var errorDescription: String? { debugDescription }
}
