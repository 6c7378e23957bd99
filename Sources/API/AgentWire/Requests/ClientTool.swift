public import StreamingJSON

/// A tool that the client runs, as described in its request.
public struct ClientTool: WireValue {
    /// The name that the model calls.
    public var name: String
    /// The purpose of the tool and when the model should call it.
    public var description: String
    /// The JSON Schema of the arguments, which are an object.
    public var parameters: JSONValue
    /// The JSON Schema of the outputs; `nil` accepts any output.
    public var output: JSONValue?

    /// Makes a tool.
    public init(name: String, description: String, parameters: JSONValue, output: JSONValue? = nil) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.output = output
    }

    /// Reads a tool; whether its schemas are any is for the server to say.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: Self.fieldNames)
        self.init(&fields)
        try fields.check()
    }

    /// The tool as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "name": .string(name), "description": .string(description), "parameters": parameters,
        ]
        if let output { object["output"] = output }
        return .object(object)
    }
}

extension ClientTool {
    static let fieldNames: Set<String> = ["name", "description", "parameters", "output"]

    /// Reads a tool; the server validates its schemas later.
    init(_ fields: inout RequestFields) {
        name = fields.requiredText("name")
        description = fields.requiredText("description")
        parameters = fields.value("parameters") ?? ["type": "object", "properties": [:]]
        output = fields.value("output")
        if !name.isEmpty, !Self.isName(name) {
            fields.reject("name", "must have 1 to 128 bytes without spaces, control characters and invisible ones")
        }
        if parameters["type"]?.stringValue != "object" {
            fields.reject("parameters", "must be the JSON Schema of an object, with \"type\": \"object\"")
        }
    }

    /// Whether the name is readable for people and in logs; names that a provider refuses are mapped for that provider.
    static func isName(_ name: String) -> Bool {
        (1...128).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .privateUse, .unassigned:
                    false
                default: true
                }
            }
    }

    /// The fault of a choice that requires a call where all tools were left out.
    static let noneIsLeft = "requires a call, but no tool of the request is of a type that a model here can call"

    /// Returns the fault of a list of tools; `nil` if there is none.
    static func fault(in tools: [ClientTool]) -> String? {
        Set(tools.map(\.name)).count < tools.count ? "two tools have the same name" : nil
    }
}
