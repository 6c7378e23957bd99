import AgentWire
import HTTPTypes

/// The header field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07).
enum IdempotencyKey {
    /// Returns the key of a request; `nil` if it has none.
    ///
    /// - Throws: ``Problem`` for a key that is empty, longer than 255 bytes, or contains characters other than printable ASCII.
    static func read(_ headers: HTTPFields) throws(Problem) -> String? {
        guard let value = headers[.idempotencyKey] else { return nil }
        guard let field = IdempotencyKeyField(value) else {
            throw Problem(
                .invalidRequest,
                detail: "Idempotency-Key must have 1 to 255 printable ASCII characters; send a random UUID"
            )
        }
        return field.key
    }
}
