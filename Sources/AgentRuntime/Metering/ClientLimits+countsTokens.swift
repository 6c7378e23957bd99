import KeyVault
import Storage

extension ClientLimits {
    /// Whether what a turn may use has to be known before it begins.
    var countsTokens: Bool { hasBudget || tokensPerMinute != nil }
}
