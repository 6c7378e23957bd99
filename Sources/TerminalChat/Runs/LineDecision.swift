/// A decision about a call that is written as a line: "yes", 「はい」.
///
/// Only these words decide; any other line is a message.
enum LineDecision: Sendable, Equatable {
    /// The call is approved.
    case approval
    /// The call is rejected.
    case rejection

    private static let approvals: Set<String> = ["a", "approve", "y", "yes", "はい", "承認"]
    private static let rejections: Set<String> = ["r", "reject", "n", "no", "いいえ", "却下"]

    /// Reads a line; `nil` if it is no decision.
    init?(_ line: String) {
        // An input method for Japanese types full-width letters.
        let widths = line.trimmed.lowercased().unicodeScalars.map { scalar in
            (0xFF41...0xFF5A).contains(scalar.value)
                ? Character(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar) : Character(scalar)
        }
        var word = String(widths)[...]
        while let last = word.last, ".!。！".contains(last) { word.removeLast() }
        if Self.approvals.contains(String(word)) {
            self = .approval
        } else if Self.rejections.contains(String(word)) {
            self = .rejection
        } else {
            return nil
        }
    }
}
