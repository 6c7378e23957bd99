import SpokenDecisions

extension SpokenDecision {
    /// Reads a line about a call: a plain yes or no, or the letter of a button; `nil` for a message.
    init?(line: String) {
        guard let decision = SpokenDecision(line) else {
            switch line.trimmed.lowercased() {
            case "a", "ａ": self = .approve
            case "r", "ｒ": self = .reject
            default: return nil
            }
            return
        }
        self = decision
    }
}
