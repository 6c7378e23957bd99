#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Secrets
public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/keys`.
public struct KeyRequest: WireValue {
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

    /// Makes a request.
    public init(
        secret: SecretString,
        label: String? = nil,
        weight: Int? = nil,
        models: [String]? = nil,
        tools: [String]? = nil,
        expiresAt: Date? = nil
    ) {
        self.secret = secret
        self.label = label
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: ["secret", "label", "weight", "models", "tools", "expires_at"]
        )
        secret = SecretString(fields.requiredText("secret"))
        label = fields.name("label")
        weight = fields.integer("weight")
        models = fields.strings("models")
        tools = fields.strings("tools")
        expiresAt = fields.date("expires_at")
        try fields.check()
    }

    /// The body as JSON, with the key in plain text.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["secret": .string(secret.shown)]
        if let label { object["label"] = .string(label) }
        if let weight { object["weight"] = .integer(weight) }
        if let models { object["models"] = .texts(models) }
        if let tools { object["tools"] = .texts(tools) }
        if let expiresAt { object["expires_at"] = .time(expiresAt) }
        return .object(object)
    }
}
