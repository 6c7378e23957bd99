/// The amount of reasoning before an answer, in requests and in limits.
public enum ReasoningEffort: String, Sendable, CaseIterable, WireWord {
    case none, minimal, low, medium, high, xhigh, max
}
