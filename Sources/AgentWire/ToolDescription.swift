public import StreamingJSON

/// A tool as `GET /v1/tools` lists it.
public struct ToolDescription: Sendable, Equatable {
    /// The name to call it by.
    public var name: String
    /// When and for what to call it.
    public var description: String
    /// The JSON Schema of its arguments.
    public var parameters: JSONValue
    /// Whether a call destroys or sends something that cannot be taken back.
    public var isDestructive: Bool
    /// The JSON Schema of what a client that makes the calls gives back; `nil` for a tool whose calls the server makes.
    public var clientOutput: JSONValue?

    /// Makes a description.
    public init(
        name: String,
        description: String,
        parameters: JSONValue,
        isDestructive: Bool,
        clientOutput: JSONValue? = nil
    ) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.isDestructive = isDestructive
        self.clientOutput = clientOutput
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "name": .string(name),
            "description": .string(description),
            "parameters": parameters,
            "destructive": .bool(isDestructive),
        ]
        if let clientOutput { object["client_output"] = clientOutput }
        return .object(object)
    }
}
