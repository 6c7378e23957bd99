public import StreamingJSON

/// A tool that the client runs itself, as it describes it with a turn.
public struct ClientTool: Sendable, Equatable {
    /// The name by which the model calls it.
    public var name: String
    /// When and for what the model should call it.
    public var description: String
    /// The arguments as a JSON Schema of an object.
    public var parameters: JSONValue
    /// What its outputs have to fit, as a JSON Schema; `nil` takes any.
    public var output: JSONValue?

    /// Makes a tool.
    public init(name: String, description: String, parameters: JSONValue, output: JSONValue? = nil) {
        self.name = name
        self.description = description
        self.parameters = parameters
        self.output = output
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

    /// Reads a tool; whether its schemas are any is for the server to say.
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

    /// Whether a person can read the name and a log can show it; names that a provider refuses are mapped for that provider.
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

    /// What is wrong with tools taken together.
    static func fault(in tools: [ClientTool]) -> String? {
        Set(tools.map(\.name)).count < tools.count ? "two tools have the same name" : nil
    }
}
