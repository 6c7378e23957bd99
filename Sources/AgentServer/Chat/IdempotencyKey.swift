import AgentWire
import HTTPTypes

/// Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07).
enum IdempotencyKey {
    /// The key of a request; `nil` when it has none.
    ///
    /// - Throws: ``Problem`` for a key that is empty, longer than 255 bytes, or has other characters than printable ASCII.
    static func read(_ headers: HTTPFields) throws(Problem) -> String? {
        guard let value = headers[.idempotencyKey] else { return nil }
        guard let field = IdempotencyKeyField(value) else {
            throw Problem(
                .invalidRequest,
                detail: "the Idempotency-Key must have 1 to 255 printable ASCII characters; a random UUID is a good one"
            )
        }
        return field.key
    }
}
