public import Foundation

extension LanguageModelSession {
    /// The reason why a session did not answer, with the names of Apple FoundationModels 26.0.
    ///
    /// Like Apple's systems since 27.0, sessions throw ``LanguageModelError``, ``Error`` and
    /// ``GeneratedContent/ParsingError`` instead, unless the program requests the errors of 26 (``ErrorNames``).
    /// ``init(_:)`` converts one error.
    public enum GenerationError: Swift.Error, LocalizedError {
        /// The transcript is longer than the model can read.
        case exceededContextWindowSize(Context)
        /// The model is not available.
        case assetsUnavailable(Context)
        /// A filter stopped the request or the answer.
        case guardrailViolation(Context)
        /// The model does not support a guide of the schema.
        case unsupportedGuide(Context)
        /// The model does not support the language.
        case unsupportedLanguageOrLocale(Context)
        /// The answer does not fit the requested type.
        case decodingFailure(Context)
        /// The request exceeds the provider's rate limit.
        case rateLimited(Context)
        /// Another turn of this session is running.
        case concurrentRequests(Context)
        /// The model declined to answer.
        case refusal(Refusal, Context)

        /// The details of an error, for a developer.
        public struct Context: Sendable {
            /// The description of the error.
            public let debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// The reason why the model declined to answer.
        public struct Refusal: Sendable {
            private let transcriptEntries: [Transcript.Entry]

            /// Makes a refusal whose explanation is the last answer among these entries.
            public init(transcriptEntries: [Transcript.Entry]) { self.transcriptEntries = transcriptEntries }

            /// The reason for the refusal, as a response.
            public var explanation: Response<String> {
                get async throws { try await explanationStream.collect() }
            }

            /// The reason for the refusal, as a stream of one snapshot.
            public var explanationStream: ResponseStream<String> {
                let answers = transcriptEntries.compactMap { entry in
                    if case .response(let response) = entry { response.segments.text } else { nil }
                }
                return ResponseStream(text: answers.last ?? "", entries: transcriptEntries)
            }
        }
    }
}

extension LanguageModelSession.GenerationError {
    /// Converts an error of 27.0; `nil` if 26 has no name for it.
    public init?(_ error: any Swift.Error) {
        switch error {
        case let error as Self: self = error
        case let error as LanguageModelError: self.init(error)
        case let error as GeneratedContent.ParsingError:
            self = .decodingFailure(.init(debugDescription: error.debugDescription))
        case let error as SystemLanguageModel.Error:
            self = .assetsUnavailable(.init(debugDescription: error.debugDescription))
        case let error as LanguageModelSession.Error where error == .concurrentRequests:
            self = .concurrentRequests(.init(debugDescription: error.debugDescription))
        default: return nil
        }
    }

    private init?(_ error: LanguageModelError) {
        let context = Context(debugDescription: error.debugDescription)
        switch error {
        case .contextSizeExceeded: self = .exceededContextWindowSize(context)
        case .rateLimited: self = .rateLimited(context)
        case .guardrailViolation: self = .guardrailViolation(context)
        case .unsupportedGenerationGuide: self = .unsupportedGuide(context)
        case .unsupportedLanguageOrLocale: self = .unsupportedLanguageOrLocale(context)
        case .refusal(let refusal):
            let answer = Transcript.Response(segments: [.text(.init(content: refusal.explanationText))])
            self = .refusal(.init(transcriptEntries: [.response(answer)]), context)
        case .unsupportedCapability, .unsupportedTranscriptContent, .timeout: return nil
        }
    }

    private var context: Context {
        switch self {
        case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
            .guardrailViolation(let context), .unsupportedGuide(let context),
            .unsupportedLanguageOrLocale(let context), .decodingFailure(let context), .rateLimited(let context),
            .concurrentRequests(let context), .refusal(_, let context):
            context
        }
    }

    /// The description of the error.
    public var errorDescription: String? { context.debugDescription }

    /// The kind of failure, as a sentence.
    public var failureReason: String? {
        switch self {
        case .exceededContextWindowSize: "The conversation is longer than the model can read."
        case .assetsUnavailable: "No model is available."
        case .guardrailViolation: "A filter stopped the request or the answer."
        case .unsupportedGuide: "The model does not support a guide of the schema."
        case .unsupportedLanguageOrLocale: "The model does not support the language."
        case .decodingFailure: "The answer does not fit the requested type."
        case .rateLimited: "The request exceeds the provider's rate limit."
        case .concurrentRequests: "The session was already answering."
        case .refusal: "The model declined to answer."
        }
    }

    /// The way to solve the problem.
    public var recoverySuggestion: String? {
        switch self {
        case .exceededContextWindowSize: "Shorten the transcript, or configure the session with a context window."
        case .assetsUnavailable: "Install a system model, or start the session with a model."
        case .guardrailViolation, .refusal: "Ask for something else, or in other words."
        case .unsupportedGuide: "Leave the guide out, or use another model."
        case .unsupportedLanguageOrLocale: "Ask in another language, or use another model."
        case .decodingFailure: "Ask again, or describe the properties more closely."
        case .rateLimited: "Wait, and ask again."
        case .concurrentRequests: "Wait for the answer, or use another session."
        }
    }
}
