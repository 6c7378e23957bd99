public import Foundation

/// Why a model did not answer, as far as a caller can act on it (Apple FoundationModels 27.0).
public enum LanguageModelError: Error, Sendable {
    /// The transcript is longer than the model can read.
    case contextSizeExceeded(ContextSizeExceeded)
    /// The provider wants fewer requests.
    case rateLimited(RateLimited)
    /// The provider's filter stopped the request or the answer.
    case guardrailViolation(GuardrailViolation)
    /// The model declined to answer.
    case refusal(Refusal)
    /// The provider took too long.
    case timeout(Timeout)
    /// The model cannot do what the request needs.
    case unsupportedCapability(UnsupportedCapability)

    /// The transcript is longer than the model can read.
    public struct ContextSizeExceeded: Sendable {
        /// What the model can read, in tokens, if the provider said so.
        public var contextSize: Int?
        /// What it was given, in tokens, if the provider said so.
        public var tokenCount: Int?
        /// What happened.
        public var debugDescription: String

        /// Makes a payload.
        public init(contextSize: Int? = nil, tokenCount: Int? = nil, debugDescription: String) {
            self.contextSize = contextSize
            self.tokenCount = tokenCount
            self.debugDescription = debugDescription
        }
    }

    /// The provider wants fewer requests.
    public struct RateLimited: Sendable {
        /// When to try again, if the provider said so.
        public var resetDate: Date?
        /// What happened.
        public var debugDescription: String

        /// Makes a payload.
        public init(resetDate: Date? = nil, debugDescription: String) {
            self.resetDate = resetDate
            self.debugDescription = debugDescription
        }
    }

    /// The provider's filter stopped the request or the answer.
    public struct GuardrailViolation: Sendable {
        /// What happened.
        public var debugDescription: String

        /// Makes a payload.
        public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The model declined to answer.
    public struct Refusal: Sendable {
        /// The model's own words.
        public var explanation: String
        /// What happened.
        public var debugDescription: String

        /// Makes a payload.
        public init(explanation: String, debugDescription: String) {
            self.explanation = explanation
            self.debugDescription = debugDescription
        }
    }

    /// The provider took too long.
    public struct Timeout: Sendable {
        /// What happened.
        public var debugDescription: String

        /// Makes a payload.
        public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The model cannot do what the request needs.
    public struct UnsupportedCapability: Sendable {
        /// What it cannot do.
        public var capability: LanguageModelCapabilities.Capability
        /// What happened.
        public var debugDescription: String

        /// Makes a payload.
        public init(capability: LanguageModelCapabilities.Capability, debugDescription: String) {
            self.capability = capability
            self.debugDescription = debugDescription
        }
    }
}

extension LanguageModelError: CustomStringConvertible, LocalizedError {
    /// What happened.
    public var description: String {
        switch self {
        case .contextSizeExceeded(let payload): payload.debugDescription
        case .rateLimited(let payload): payload.debugDescription
        case .guardrailViolation(let payload): payload.debugDescription
        case .refusal(let payload): payload.debugDescription
        case .timeout(let payload): payload.debugDescription
        case .unsupportedCapability(let payload): payload.debugDescription
        }
    }

    /// What happened.
    public var errorDescription: String? { description }
}
