/// How a client wants to be told how sure an answer is; the seam to the models carries no token probabilities.
public enum WireConfidenceMethod: String, Sendable, CaseIterable {
    /// The model says in the same answer how sure it is.
    case selfReport = "self_report"
    /// The text is read three times, and the share of the readings that agree counts.
    case agreement
}
