import AgentWire
import HTTPTypes

/// Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07).
enum IdempotencyKey {
    /// The key of a request; `nil` when it has none.
    ///
    /// The draft wants a quoted string; without the quotes it is taken all the same, for most clients leave them out.
    ///
    /// - Throws: ``Problem`` for a key that is empty, longer than 255 bytes, or has other characters than printable ASCII.
    static func read(_ headers: HTTPFields) throws(Problem) -> String? {
        guard let value = headers[.idempotencyKey] else { return nil }
        var key = Substring(value)
        if key.count >= 2, key.first == "\"", key.last == "\"" { key = key.dropFirst().dropLast() }
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw Problem(
                .invalidRequest,
                detail: "the Idempotency-Key must have 1 to 255 printable ASCII characters; a random UUID is a good one"
            )
        }
        return String(key)
    }
}
