#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Secrets
public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/keys`.
public struct KeyRequest: Sendable {
    /// The key.
    public var secret: SecretString
    /// A name for people.
    public var label: String?
    /// The key's weight: its share of the calls.
    public var weight: Int?
    /// The models that the key is restricted to; `nil` for all.
    public var models: [String]?
    /// The tools that the key is restricted to; `nil` for all.
    public var tools: [String]?
    /// The time at which the upstream stops accepting the key.
    public var expiresAt: Date?

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
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
