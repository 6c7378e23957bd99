/// The method of estimating an answer's confidence; token probabilities are not available.
public enum WireConfidenceMethod: String, Sendable, CaseIterable {
    /// The model reports its confidence in the same answer.
    case selfReport = "self_report"
    /// The text is read three times; the confidence is the share of the readings that agree.
    case agreement
}
