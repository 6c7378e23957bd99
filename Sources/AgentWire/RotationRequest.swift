public import Foundation
public import Secrets
public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/rotations`.
public struct RotationRequest: Sendable {
    /// The new key.
    public var secret: SecretString
    /// The id of the key that it replaces; `nil` for the one in use.
    public var replaces: String?
    /// Whether to go on when the new key could not be checked.
    public var force: Bool
    /// For how long calls with the old key are waited for at most.
    public var drainSeconds: Int?
    /// For how long after that the old key is kept for a roll-back.
    public var keepSeconds: Int?
    /// When the new key's upstream will stop accepting it.
    public var expiresAt: Date?

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: ["secret", "replaces", "force", "drain_seconds", "keep_seconds", "expires_at"]
        )
        secret = SecretString(fields.requiredText("secret"))
        replaces = fields.string("replaces")
        force = fields.bool("force") ?? false
        drainSeconds = fields.integer("drain_seconds")
        keepSeconds = fields.integer("keep_seconds")
        expiresAt = fields.date("expires_at")
        try fields.check()
    }
}
