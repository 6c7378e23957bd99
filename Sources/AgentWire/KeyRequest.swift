public import Secrets
public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/keys`.
public struct KeyRequest: Sendable {
    /// The key.
    public var secret: SecretString
    /// A name for people.
    public var label: String?

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["secret", "label"])
        secret = SecretString(fields.requiredText("secret"))
        label = fields.string("label")
        try fields.check()
    }
}
