/// What sums of usage keep apart.
public enum UsageGrouping: String, Sendable, CaseIterable {
    /// Clients.
    case client
    /// Models.
    case model
}
