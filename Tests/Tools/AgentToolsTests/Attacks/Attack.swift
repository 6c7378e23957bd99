import LanguageModels
import StreamingJSON

/// An attack, with its place and the required outcome.
struct Attack: Sendable {
    /// The result of an attempt.
    struct Result: Sendable {
        /// Whether the outcome was as required.
        let held: Bool
        /// The observed output, for a failure report.
        let seen: String
    }

    /// The medium of the attack: a page, a search result, an item's title.
    let place: String
    let name: String
    /// The required outcome in words.
    let outcome: String
    let attempt: @Sendable () async throws -> Result
}

extension WebToolTrial {
    /// Whether a text is in the output, entirely within the single quotation.
    func quotes(_ quoted: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("--- begin quoted text ") }) else { return false }
        let marker = lines[start].dropFirst("--- begin quoted text ".count).prefix(16)
        let ends = lines.indices.filter { lines[$0] == "--- end quoted text \(marker) ---" }
        guard ends.count == 1 else { return false }
        let outside = lines[..<start] + lines[(ends[0] + 1)...]
        return lines[start..<ends[0]].contains { $0.contains(quoted) } && !outside.contains { $0.contains(quoted) }
    }

    /// Whether a page was read, but not completely.
    var isCut: Bool {
        !isError && artifacts.first?.content.jsonValue["is_cut"] == true && text.count < 10_000
    }
}
