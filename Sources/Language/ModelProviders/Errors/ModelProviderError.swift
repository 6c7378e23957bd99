import FoundationEssentials
import LanguageModels

/// The reason why a provider sent no whole answer.
///
/// The message names the provider's host, and its error code if that is a plain word. It never contains text of the response, because
/// providers echo parts of keys and prompts there.
public struct ModelProviderError: Error, Sendable, Equatable {
    /// The kind of failure.
    public var code: Code
    /// A sentence for a person.
    public var message: String
    /// The status and the error code in parentheses after a space.
    ///
    /// They follow a sentence that does not name the host; empty for none.
    public var facts = ""
    /// The delay that the provider asks for before the next attempt.
    public var retryAfter: Duration?
    /// The number of tokens that the model can read, if the request was too long; 0 if the provider did not name it.
    public var contextSize = 0
    /// The number of tokens of the request; 0 if the provider did not name it.
    public var tokenCount = 0
    /// Whether the provider refused a call that was made without a key.
    var isRefusalWithoutKey = false
    /// The objection to the request's schema; `nil` if the failure has another cause.
    var schemaRefusal: SchemaRefusal?
    /// The objection to the request, for the choice of a remedy; `nil` in the errors that a session receives.
    var objection: RequestObjection?

    /// Makes an error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The kinds of failure.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case unauthorized, outOfCredit, rateLimited, modelNotFound, invalidRequest, contextExceeded, outputLimit
            case upstreamFault, timedOut, truncatedStream, notUnderstood, noUsableKey, noInterface, filtered, refused
        }

        private let base: Base

        /// The key was refused, or does not allow the use of the model.
        public static let unauthorized = Code(base: .unauthorized)
        /// The account has no credit left.
        ///
        /// Waiting does not help.
        public static let outOfCredit = Code(base: .outOfCredit)
        /// There is no key for the provider that can be used now: no request was sent, or the provider refused one without a key.
        public static let noUsableKey = Code(base: .noUsableKey)
        /// The provider received too many requests or tokens for now.
        public static let rateLimited = Code(base: .rateLimited)
        /// The provider does not have the model.
        public static let modelNotFound = Code(base: .modelNotFound)
        /// There is no such interface at the base URL.
        public static let noInterface = Code(base: .noInterface)
        /// The provider's filter stopped the request or the answer.
        public static let filtered = Code(base: .filtered)
        /// The provider's policy does not allow the request.
        public static let refused = Code(base: .refused)
        /// The provider refuses the request as invalid.
        public static let invalidRequest = Code(base: .invalidRequest)
        /// The transcript is longer than the model's context.
        public static let contextExceeded = Code(base: .contextExceeded)
        /// The output limit was reached within a tool call or a structured answer, which cannot be used when cut.
        public static let outputLimit = Code(base: .outputLimit)
        /// The provider failed.
        ///
        /// The same request may succeed later.
        public static let upstreamFault = Code(base: .upstreamFault)
        /// The provider stopped because its answer took too long.
        public static let timedOut = Code(base: .timedOut)
        /// The stream ended before the answer was complete.
        public static let truncatedStream = Code(base: .truncatedStream)
        /// The response does not follow the provider's interface, such as a proxy's HTML page.
        public static let notUnderstood = Code(base: .notUnderstood)
    }
}

extension ModelProviderError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension ModelProviderError.Code: CustomStringConvertible {
    /// The code's name.
    public var description: String { "\(base)" }
}

extension ModelProviderError {
    /// Returns the `LanguageModelError` for the failure, if there is one, because callers know it whatever the provider; otherwise this
    /// error.
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
        case .filtered: LanguageModelError.guardrailViolation(.init(debugDescription: message))
        case .refused: LanguageModelError.refusal(.init(explanation: message, debugDescription: message))
        default: withoutObjection
        }
    }

    /// The error without the text of the provider.
    var withoutObjection: ModelProviderError {
        var error = self
        error.objection = nil
        return error
    }
}
