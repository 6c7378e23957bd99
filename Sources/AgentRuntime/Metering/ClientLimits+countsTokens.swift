import KeyVault
import Storage

extension ClientLimits {
    /// Whether a turn's tokens must be estimated before it starts.
    var countsTokens: Bool { hasBudget || tokensPerMinute != nil }
}
