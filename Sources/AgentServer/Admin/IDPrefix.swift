import AgentWire
import StreamingJSON

/// An id that a call names in full or by its beginning, as the command line's tables show it.
enum IDPrefix {
    /// The least number of bytes that stand for an id.
    static let leastBytes = 8

    /// The id that a text stands for.
    /// - Parameters:
    ///   - text: The id, or at least its first eight bytes.
    ///   - ids: The ids that there are.
    ///   - kind: The word for what the ids belong to, such as `client`.
    /// - Returns: `nil` when there is none.
    /// - Throws: A problem that lists the ids when several begin so.
    static func resolve(_ text: String, among ids: [String], of kind: String) throws(Problem) -> String? {
        if ids.contains(text) { return text }
        guard text.utf8.count >= leastBytes else { return nil }
        let found = ids.filter { $0.utf8.starts(with: text.utf8) }
        guard found.count > 1 else { return found.first }
        let shown = found.prefix(10).joined(separator: ", ")
        throw Problem(
            .invalidRequest,
            detail:
                "'\(text.excerpt())' is the beginning of \(found.count) \(kind) ids: \(shown); give more of one of them"
        )
    }
}
