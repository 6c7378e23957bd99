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
    /// The first day on which its provider no longer serves it, as `YYYY-MM-DD`; `nil` if none is announced.
    public var ends: String?
    /// The days until then, negative after it.
    public var daysLeft: Int?
    /// The name of the model that the provider recommends in its place.
    public var replacement: String?
    /// The model that answers in its place from then on, by the settings.
    public var replacedBy: String?

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
        ends = fields.string("ends")
        daysLeft = fields.integer("days_left")
        replacement = fields.string("replacement")
        replacedBy = fields.string("replaced_by")
        try fields.check()
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["name": .string(name), "ready": .bool(isReady), "default": .bool(isDefault)]
        if let ends { object["ends"] = .string(ends) }
        if let daysLeft { object["days_left"] = .integer(daysLeft) }
        if let replacement { object["replacement"] = .string(replacement) }
        if let replacedBy { object["replaced_by"] = .string(replacedBy) }
        return .object(object)
    }
}
