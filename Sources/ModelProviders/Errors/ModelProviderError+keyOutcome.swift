public import KeyLeasing
import LanguageModels
import Transport

extension ModelProviderError {
    /// What the failure says about the key that the call was made with.
    public var keyOutcome: KeyOutcome {
        switch code {
        case .unauthorized: .refused
        case .outOfCredit: .outOfCredit
        case .rateLimited, .noUsableKey: .limited(retryAfter: retryAfter)
        case .modelNotFound, .invalidRequest, .contextExceeded, .outputLimit: .accepted
        default: .upstreamFault
        }
    }
}

extension KeyOutcome {
    /// What an error of a model call says about its key; `nil` for nothing at all.
    init?(ofModelCall error: any Error) {
        switch error {
        case let error as ModelProviderError: self = error.keyOutcome
        // A refusal or a filter is the model's answer.
        case is LanguageModelError: self = .accepted
        case let error as TransportError:
            switch error.code {
            // Ended or held up on this side.
            case .cancelled, .invalidRequest, .policy, .timeout(.queue): return nil
            case .limit where error.isRetrySafe: return nil
            default: self = .upstreamFault
            }
        default: return nil
        }
    }
}
