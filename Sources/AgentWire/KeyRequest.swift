public import Foundation
public import Secrets
public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/keys`.
public struct KeyRequest: Sendable {
    /// The key.
    public var secret: SecretString
    /// A name for people.
    public var label: String?
    /// The key's share of the calls.
    public var weight: Int?
    /// The models it may be used for; `nil` for all.
    public var models: [String]?
    /// The tools it may be used for; `nil` for all.
    public var tools: [String]?
    /// When its upstream will stop accepting it.
    public var expiresAt: Date?

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: ["secret", "label", "weight", "models", "tools", "expires_at"]
        )
        secret = SecretString(fields.requiredText("secret"))
        label = fields.string("label")
        weight = fields.integer("weight")
        models = fields.strings("models")
        tools = fields.strings("tools")
        expiresAt = fields.date("expires_at")
        try fields.check()
    }
}
