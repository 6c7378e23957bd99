import KeyLeasing
import ModelProviders

extension KeyOutcome {
    /// Returns the outcome for the key of a failure that the key did not cause: whether the provider accepted the key first.
    static func of(_ code: ModelProviderError.Code) -> KeyOutcome {
        [.upstreamFault, .timedOut, .truncatedStream, .notUnderstood].contains(code) ? .upstreamFault : .accepted
    }
}
