public import Foundation

extension LanguageModelError {
    /// The transcript is longer than the model can read.
    public struct ContextSizeExceeded: Sendable {
        /// What the model can read, in tokens; 0 when the provider did not say.
        public var contextSize: Int
        /// What it was given, in tokens; 0 when the provider did not say.
        public var tokenCount: Int
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(
            contextSize: Int = 0,
            tokenCount: Int = 0,
            debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.contextSize = contextSize
            self.tokenCount = tokenCount
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The provider wants fewer requests.
    public struct RateLimited: Sendable {
        /// When to try again, if the provider said so.
        public var resetDate: Date?
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(resetDate: Date? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.resetDate = resetDate
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The provider's filter stopped the request or the answer.
    public struct GuardrailViolation: Sendable {
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The model cannot do what the request needs.
    public struct UnsupportedCapability: Sendable {
        /// What it cannot do.
        public var capability: LanguageModelCapabilities.Capability
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(
            capability: LanguageModelCapabilities.Capability,
            debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.capability = capability
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The model cannot read something that stands in the transcript.
    public struct UnsupportedTranscriptContent: Sendable {
        /// The entries that it cannot read.
        public var unsupportedContent: [Transcript.Entry]
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(
            unsupportedContent: [Transcript.Entry],
            debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.unsupportedContent = unsupportedContent
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The model cannot keep to a guide of the schema.
    public struct UnsupportedGenerationGuide: Sendable {
        /// The schema's name, if it has one.
        public var schemaName: String?
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.schemaName = schemaName
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The model does not know the language.
    public struct UnsupportedLanguageOrLocale: Sendable {
        /// The language.
        public var languageCode: Locale.LanguageCode
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:])
        {
            self.languageCode = languageCode
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The provider took too long.
    public struct Timeout: Sendable {
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }
}
