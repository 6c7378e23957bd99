import Accounts
import AgentWire
import StreamingJSON

/// An id that may be shortened, as in the tables of the command line.
enum IDPrefix {
    /// The minimum length of a shortened id, in bytes.
    static let leastBytes = 8

    /// Returns the whole id of a stored client for a text; any other text unchanged.
    static func client(_ text: String, among clients: Clients) throws(Problem) -> String {
        try resolve(text, among: clients.list().map(\.id), of: "client") ?? text
    }

    /// Returns the whole id for a text.
    /// - Parameters:
    ///   - text: The id, or at least its first eight bytes.
    ///   - ids: The existing ids.
    ///   - kind: The word for the owner of the ids, such as `client`.
    /// - Returns: The id; `nil` if there is none.
    /// - Throws: A problem that lists the ids if several start with the text.
    static func resolve(_ text: String, among ids: [String], of kind: String) throws(Problem) -> String? {
        if ids.contains(text) { return text }
        guard text.utf8.count >= leastBytes else { return nil }
        let found = ids.filter { $0.utf8.starts(with: text.utf8) }
        guard found.count > 1 else { return found.first }
        let shown = found.prefix(10).joined(separator: ", ")
        throw Problem(
            .invalidRequest,
            detail:
                "'\(text.excerpt())' is the start of \(found.count) \(kind) ids: \(shown); use more characters of one of them"
        )
    }
}
