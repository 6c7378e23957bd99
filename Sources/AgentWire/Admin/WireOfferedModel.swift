public import StreamingJSON

/// A model that requests may name, for administrators.
public struct WireOfferedModel: WireElement {
    /// `models`.
    public static var listName: String { "models" }

    /// The name for requests, such as `openai:gpt-6.1-terra`.
    public var name: String
    /// Whether it can be called now: its provider has a usable key, or needs none.
    public var isReady: Bool
    /// Whether it answers requests that name no model; of several in the settings, the first that is ready.
    public var isDefault: Bool

    /// Makes a description.
    public init(name: String, isReady: Bool, isDefault: Bool) {
        (self.name, self.isReady, self.isDefault) = (name, isReady, isDefault)
    }

    /// Reads a description.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        name = fields.requiredString("name")
        isReady = fields.bool("ready") ?? false
        isDefault = fields.bool("default") ?? false
        try fields.check()
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        ["name": .string(name), "ready": .bool(isReady), "default": .bool(isDefault)]
    }
}
