/// The amount of reasoning before an answer, in requests and in limits.
public enum ReasoningEffort: String, Sendable, CaseIterable, WireWord {
    case none, minimal, low, medium, high, xhigh, max
}

extension ReasoningEffort {
    /// Whether it is more reasoning than another amount.
    package func exceeds(_ other: ReasoningEffort) -> Bool {
        let order = Self.allCases
        guard let own = order.firstIndex(of: self), let others = order.firstIndex(of: other) else { return false }
        return own > others
    }
}
