import KeyLeasing
import ModelProviders

extension KeyOutcome {
    /// Returns the outcome that a failure has for the key of the call.
    static func of(_ code: ModelProviderError.Code, retryAfter: Duration?) -> KeyOutcome {
        switch code {
        case .unauthorized: .refused
        case .outOfCredit: .outOfCredit
        case .rateLimited: .limited(retryAfter: retryAfter)
        case .upstreamFault, .timedOut, .truncatedStream, .notUnderstood: .upstreamFault
        default: .accepted
        }
    }
}
