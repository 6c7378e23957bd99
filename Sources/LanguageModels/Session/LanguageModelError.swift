public import Foundation

/// Why a model did not answer, as far as a caller can act on it (Apple FoundationModels 27.0).
///
/// Every payload says in `debugDescription` what happened, and may have a provider's own details in `metadata`.
public enum LanguageModelError: Error, Sendable {
    /// The transcript is longer than the model can read.
    case contextSizeExceeded(ContextSizeExceeded)
    /// The provider wants fewer requests.
    case rateLimited(RateLimited)
    /// The provider's filter stopped the request or the answer.
    case guardrailViolation(GuardrailViolation)
    /// The model declined to answer.
    case refusal(Refusal)
    /// The model cannot do what the request needs.
    case unsupportedCapability(UnsupportedCapability)
    /// The model cannot read something that stands in the transcript.
    case unsupportedTranscriptContent(UnsupportedTranscriptContent)
    /// The model cannot keep to a guide of the schema.
    case unsupportedGenerationGuide(UnsupportedGenerationGuide)
    /// The model does not know the language.
    case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
    /// The provider took too long.
    case timeout(Timeout)
}

extension LanguageModelError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// What happened.
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

    /// What happened.
    public var description: String { debugDescription }

    /// What happened.
    public var errorDescription: String? { debugDescription }
}
