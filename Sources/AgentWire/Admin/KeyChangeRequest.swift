#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The body of `PATCH /admin/upstreams/{name}/keys/{key}`: the fields to change.
public struct KeyChangeRequest: WireValue {
    /// The new name for people.
    public var label: String?
    /// The key's new share of the calls.
    public var weight: Int?
    /// The models it may be used for from now on; empty for all.
    public var models: [String]?
    /// The tools it may be used for from now on; empty for all.
    public var tools: [String]?
    /// The new time from which its upstream no longer accepts it; `.some(nil)` for none.
    public var expiresAt: Date??

    /// Makes a request.
    public init(
        label: String? = nil,
        weight: Int? = nil,
        models: [String]? = nil,
        tools: [String]? = nil,
        expiresAt: Date?? = nil
    ) {
        self.label = label
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["label", "weight", "models", "tools", "expires_at"])
        label = fields.name("label")
        weight = fields.integer("weight")
        models = fields.strings("models")
        tools = fields.strings("tools")
        expiresAt = fields.contains("expires_at") ? .some(fields.date("expires_at")) : nil
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        if let label { object["label"] = .string(label) }
        if let weight { object["weight"] = .integer(weight) }
        if let models { object["models"] = .texts(models) }
        if let tools { object["tools"] = .texts(tools) }
        if let expiresAt { object["expires_at"] = .time(expiresAt) }
        return .object(object)
    }
}
