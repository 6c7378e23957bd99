public import KeyLeasing
import LanguageModels
import Transport

extension ModelProviderError {
    /// The outcome that the failure has for the key of the call.
    public var keyOutcome: KeyOutcome {
        switch code {
        case .unauthorized: .refused
        case .outOfCredit: .outOfCredit
        case .rateLimited, .noUsableKey: .limited(retryAfter: retryAfter)
        case .modelNotFound, .noInterface, .invalidRequest, .contextExceeded, .outputLimit, .filtered, .refused:
            .accepted
        default: .upstreamFault
        }
    }
}

extension KeyOutcome {
    /// Returns the outcome that an error of a model call has for its key; `nil` if it says nothing about the key.
    init?(ofModelCall error: any Error) {
        switch error {
        case let error as ModelProviderError: self = error.keyOutcome
        // A refusal or a filter is an answer of the model.
        case is LanguageModelError: self = .accepted
        case let error as TransportError:
            switch error.code {
            // The call was cancelled or held up on this side.
            case .cancelled, .invalidRequest, .policy, .timeout(.queue): return nil
            case .limit where error.isRetrySafe: return nil
            default: self = .upstreamFault
            }
        default: return nil
        }
    }
}
