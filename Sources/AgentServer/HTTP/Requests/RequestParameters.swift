import AgentWire
import HTTPTypes
import Hummingbird
import StreamSafeText

extension Request {
    /// Returns a query parameter, decoded and in the Stream-Safe Text Format; `nil` if it is missing.
    func query(_ name: String) -> String? { uri.queryParameters[Substring(name)].map { String($0).streamSafe } }
}

extension ToriiRequestContext {
    /// Returns a parameter of the path, still encoded, in the Stream-Safe Text Format.
    ///
    /// - Throws: `HTTPError` if the route has no parameter of this name.
    func pathParameter(_ name: String) throws -> String { try parameters.require(name).streamSafe }
}

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
