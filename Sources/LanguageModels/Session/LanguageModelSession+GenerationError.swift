public import Foundation

extension LanguageModelSession {
    /// Why a session did not answer, in the words of Apple FoundationModels 26.0.
    ///
    /// As on Apple's systems since 27.0 sessions throw ``LanguageModelError``, ``Error`` and ``GeneratedContent/ParsingError``
    /// instead, unless the program asks for the errors of 26 (``ErrorNames``). ``init(_:)`` converts one error.
    public enum GenerationError: Swift.Error, LocalizedError {
        /// The transcript is longer than the model can read.
        case exceededContextWindowSize(Context)
        /// The model is not there.
        case assetsUnavailable(Context)
        /// A filter stopped the request or the answer.
        case guardrailViolation(Context)
        /// The model cannot keep to a guide of the schema.
        case unsupportedGuide(Context)
        /// The model does not know the language.
        case unsupportedLanguageOrLocale(Context)
        /// The answer does not have the shape that was asked for.
        case decodingFailure(Context)
        /// The provider wants fewer requests.
        case rateLimited(Context)
        /// Another turn of this session is going on.
        case concurrentRequests(Context)
        /// The model declined to answer.
        case refusal(Refusal, Context)

        /// What happened, for a developer.
        public struct Context: Sendable {
            /// What happened.
            public let debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// Why the model declined to answer.
        public struct Refusal: Sendable {
            private let transcriptEntries: [Transcript.Entry]

            /// Takes the explanation out of the last answer among these entries.
            public init(transcriptEntries: [Transcript.Entry]) { self.transcriptEntries = transcriptEntries }

            /// Why the model declined, as a response.
            public var explanation: Response<String> {
                get async throws { try await explanationStream.collect() }
            }

            /// Why the model declined, as a stream of one snapshot.
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
    /// The old name of an error; `nil` for one that had none.
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

    /// What happened.
    public var errorDescription: String? { context.debugDescription }

    /// What kind of failure it was.
    public var failureReason: String? {
        switch self {
        case .exceededContextWindowSize: "The conversation is longer than the model can read."
        case .assetsUnavailable: "There is no model."
        case .guardrailViolation: "A filter stopped the request or the answer."
        case .unsupportedGuide: "The model cannot keep to a guide of the schema."
        case .unsupportedLanguageOrLocale: "The model does not know the language."
        case .decodingFailure: "The answer does not have the shape that was asked for."
        case .rateLimited: "The provider wants fewer requests."
        case .concurrentRequests: "The session was already answering."
        case .refusal: "The model declined to answer."
        }
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
        switch self {
        case .exceededContextWindowSize: "Shorten the transcript, or give the session a context window to keep to."
        case .assetsUnavailable: "Say which model stands behind the system model, or give the session a model."
        case .guardrailViolation, .refusal: "Ask for something else, or in other words."
        case .unsupportedGuide: "Leave the guide out, or use another model."
        case .unsupportedLanguageOrLocale: "Ask in another language, or use another model."
        case .decodingFailure: "Ask again, or describe the properties more closely."
        case .rateLimited: "Wait, and ask again."
        case .concurrentRequests: "Wait for the answer, or use another session."
        }
    }
}
