import FoundationEssentials
import LanguageModels

/// Why a provider gave no whole answer.
///
/// The message names the provider's host, and its error code when that is a plain word. It never holds the body of an answer,
/// for providers echo parts of keys and prompts there.
public struct ModelProviderError: Error, Sendable, Equatable {
    /// What went wrong.
    public var code: Code
    /// A sentence for a person.
    public var message: String
    /// How long the provider asks to wait before the next try.
    public var retryAfter: Duration?
    /// How many tokens the model can read, when it was given too many; 0 when the provider did not say.
    public var contextSize = 0
    /// How many tokens it was given; 0 when the provider did not say.
    public var tokenCount = 0
    /// What the refusal of a request says about the schema in it.
    var schemaRefusal: SchemaRefusal?

    /// An error.
    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The kinds of failure.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case unauthorized, outOfCredit, rateLimited, modelNotFound, invalidRequest, contextExceeded, outputLimit
            case upstreamFault, timedOut, truncatedStream, notUnderstood, noUsableKey
        }

        private let base: Base

        /// The key was refused, or may not use the model.
        public static let unauthorized = Code(base: .unauthorized)
        /// The account has no credit left; waiting does not help.
        public static let outOfCredit = Code(base: .outOfCredit)
        /// There are keys for the provider, but none that may be used now; it was not asked.
        public static let noUsableKey = Code(base: .noUsableKey)
        /// Too many requests or tokens for now.
        public static let rateLimited = Code(base: .rateLimited)
        /// The provider does not have the model.
        public static let modelNotFound = Code(base: .modelNotFound)
        /// The provider does not accept the request as it is.
        public static let invalidRequest = Code(base: .invalidRequest)
        /// The transcript is longer than the model can read.
        public static let contextExceeded = Code(base: .contextExceeded)
        /// The limit of output tokens was reached within a tool call or a structured answer, which is useless when cut.
        public static let outputLimit = Code(base: .outputLimit)
        /// The provider failed; the same request may succeed later.
        public static let upstreamFault = Code(base: .upstreamFault)
        /// The provider gave up, for its answer took too long.
        public static let timedOut = Code(base: .timedOut)
        /// The answer ended without its end.
        public static let truncatedStream = Code(base: .truncatedStream)
        /// The answer is not what the provider's interface promises, such as a proxy's HTML page.
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
