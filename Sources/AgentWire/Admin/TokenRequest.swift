#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The body of `POST /admin/clients/{id}/tokens`.
public struct TokenRequest: WireValue {
    /// The time from which the token is refused; `nil` for never.
    public var expiresAt: Date?

    /// Makes a request.
    public init(expiresAt: Date? = nil) {
        self.expiresAt = expiresAt
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["expires_at"])
        expiresAt = fields.date("expires_at")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        if let expiresAt { object["expires_at"] = .time(expiresAt) }
        return .object(object)
    }
}
