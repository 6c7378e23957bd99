import FoundationEssentials
import KeyLeasing
import LanguageModels
import Transport

/// The properties of an error that the router uses.
struct ClassifiedFault: Equatable {
    var kind: FaultClass
    /// The delay that the provider asks for.
    var retryAfter: Duration?
    /// The number of tokens of a conversation that is too long; 0 if it is unknown.
    var tokenCount = 0
    /// The number of tokens that the model can read; 0 if it is unknown.
    var contextSize = 0

    init(_ kind: FaultClass, retryAfter: Duration? = nil, tokenCount: Int = 0, contextSize: Int = 0) {
        self.kind = kind
        self.retryAfter = retryAfter
        self.tokenCount = tokenCount
        self.contextSize = contextSize
    }

    /// Reads an error.
    ///
    /// - Parameter now: The time from which the delay until a date is counted.
    init(_ error: any Error, now: Date) {
        switch error {
        case let error as ModelProviderError:
            // The call reached the provider, so the model rests as after a refused key.
            let kind: FaultClass = error.isRefusalWithoutKey ? .keyRefused : error.code.faultClass
            self.init(kind, retryAfter: error.retryAfter)
            (tokenCount, contextSize) = (error.tokenCount, error.contextSize)
        case let error as LanguageModelError: self.init(error, now: now)
        case let error as TransportError: self.init(error.code.faultClass)
        case is any KeyLeaseError: self.init(.misconfigured)
        case is CancellationError: self.init(.cancelled)
        default: self.init(.other)
        }
    }

    private init(_ error: LanguageModelError, now: Date) {
        switch error {
        case .contextSizeExceeded(let excess):
            self.init(.contextExceeded, tokenCount: excess.tokenCount, contextSize: excess.contextSize)
        case .rateLimited(let limit):
            let wait = limit.resetDate.map { Duration.seconds(max(0, $0.timeIntervalSince(now))) }
            self.init(.rateLimited, retryAfter: wait)
        case .timeout: self.init(.timedOut)
        case .refusal: self.init(.refused)
        case .guardrailViolation: self.init(.filtered)
        case .unsupportedCapability, .unsupportedTranscriptContent, .unsupportedGenerationGuide,
            .unsupportedLanguageOrLocale:
            self.init(.unsupported)
        }
    }
}

extension FaultClass {
    /// Reads the class of an error of a model's call.
    public init(of error: any Error) { self = ClassifiedFault(error, now: .now).kind }
}

extension ModelProviderError.Code {
    fileprivate var faultClass: FaultClass {
        switch self {
        case .unauthorized: .keyRefused
        case .outOfCredit: .outOfCredit
        case .noUsableKey: .noUsableKey
        case .rateLimited: .rateLimited
        case .modelNotFound: .modelNotFound
        case .invalidRequest: .invalidRequest
        case .contextExceeded: .contextExceeded
        case .outputLimit: .outputLimit
        case .noInterface: .misconfigured
        case .filtered: .filtered
        case .refused: .refused
        case .upstreamFault: .upstreamFault
        case .timedOut: .timedOut
        default: .unusableAnswer
        }
    }
}

extension TransportError.Code {
    fileprivate var faultClass: FaultClass {
        switch self {
        case .invalidRequest, .policy: .misconfigured
        case .cancelled: .cancelled
        case .body, .limit: .unusableAnswer
        case .timeout(.connect), .timeout(.queue): .unreachable
        case _ where timeoutStage != nil: .timedOut
        default: .unreachable
        }
    }
}
