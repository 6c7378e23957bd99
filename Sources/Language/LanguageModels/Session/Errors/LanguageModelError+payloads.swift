public import Foundation
import StreamSafeText

extension LanguageModelError {
    /// The payload for a transcript that is longer than the model can read.
    public struct ContextSizeExceeded: Sendable {
        /// The number of tokens that the model can read; 0 if the provider did not report it.
        public var contextSize: Int
        /// The number of tokens in the request; 0 if the provider did not report it.
        public var tokenCount: Int
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
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

    /// The payload for a request that exceeds the provider's rate limit.
    public struct RateLimited: Sendable {
        /// The date from which to try again, if the provider reported it.
        public var resetDate: Date?
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(resetDate: Date? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.resetDate = resetDate
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The payload for a request or an answer that the provider's filter stopped.
    public struct GuardrailViolation: Sendable {
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The payload for a request that needs a capability the model lacks.
    public struct UnsupportedCapability: Sendable {
        /// The missing capability.
        public var capability: LanguageModelCapabilities.Capability
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
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

    /// The payload for transcript entries that the model cannot read.
    public struct UnsupportedTranscriptContent: Sendable {
        /// The entries that the model cannot read.
        public var unsupportedContent: [Transcript.Entry]
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
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

    /// The payload for a guide of the schema that the model does not support.
    public struct UnsupportedGenerationGuide: Sendable {
        /// The name of the schema, if it has one.
        public var schemaName: String?
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.schemaName = schemaName
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The payload for a language that the model does not support.
    public struct UnsupportedLanguageOrLocale: Sendable {
        /// The code of the language.
        public var languageCode: Locale.LanguageCode
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:])
        {
            self.languageCode = languageCode
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// The payload for a provider that exceeded a time limit.
    public struct Timeout: Sendable {
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }
}

extension LanguageModelError {
    /// The payload for a refusal: the model declined to answer.
    public struct Refusal: Sendable {
        /// The model's text of the refusal.
        public var explanationText: String
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            explanationText = explanation.streamSafe
            self.debugDescription = debugDescription
            self.metadata = metadata
        }

        /// The reason for the refusal, as a response.
        ///
        /// The text was part of the refusal, so no model is called; ``explanationText`` has it without waiting.
        public var explanation: LanguageModelSession.Response<String> {
            get async throws { try await explanationStream.collect() }
        }

        /// The reason for the refusal, as a stream of one snapshot.
        public var explanationStream: LanguageModelSession.ResponseStream<String> {
            LanguageModelSession.ResponseStream(text: explanationText)
        }
    }
}
