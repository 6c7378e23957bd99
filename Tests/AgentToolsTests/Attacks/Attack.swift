import LanguageModels
import StreamingJSON

/// Something that means harm, where it stands, and what is to come of it.
struct Attack: Sendable {
    /// What came of an attempt.
    struct Result: Sendable {
        /// Whether it is what was to come of it.
        let held: Bool
        /// What was seen, for when it is not.
        let seen: String
    }

    /// What the model or the person reads: a page, a search result, an item's title.
    let place: String
    let name: String
    /// What is to come of it, in words.
    let outcome: String
    let attempt: @Sendable () async throws -> Result
}

extension WebToolTrial {
    /// Whether a text stands in the output, and all of it within the one quotation.
    func quotes(_ quoted: String) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("--- begin quoted text ") }) else { return false }
        let marker = lines[start].dropFirst("--- begin quoted text ".count).prefix(16)
        let ends = lines.indices.filter { lines[$0] == "--- end quoted text \(marker) ---" }
        guard ends.count == 1 else { return false }
        let outside = lines[..<start] + lines[(ends[0] + 1)...]
        return lines[start..<ends[0]].contains { $0.contains(quoted) } && !outside.contains { $0.contains(quoted) }
    }

    /// Whether a page was read, but not to its end.
    var isCut: Bool {
        !isError && artifacts.first?.content.jsonValue["is_cut"] == true && text.count < 10_000
    }
}
