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

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["secret", "replaces", "force"])
        secret = SecretString(fields.requiredText("secret"))
        replaces = fields.string("replaces")
        force = fields.bool("force") ?? false
        try fields.check()
    }
}
