import KeyLeasing
import ModelProviders

extension KeyOutcome {
    /// What a failure that is not the key's says of it: whether the provider came so far as to take it.
    static func of(_ code: ModelProviderError.Code) -> KeyOutcome {
        [.upstreamFault, .timedOut, .truncatedStream, .notUnderstood].contains(code) ? .upstreamFault : .accepted
    }
}
