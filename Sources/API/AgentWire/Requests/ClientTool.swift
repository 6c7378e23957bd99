public import StreamingJSON

/// A tool that the client runs, as described in its request.
public struct ClientTool: WireRecord {
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
        (self.name, self.description, self.parameters, self.output) = (name, description, parameters, output)
    }

    private static let schemaOrNone = FieldReading<JSONValue> { $0.value($1) }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "ClientTool",
        from: ClientTool(name: "", description: "", parameters: ["type": "object", "properties": [:]]),
        .always("name", \.name, as: .nonEmptyText(), read: .nonEmpty),
        .always("description", \.description, as: .nonEmptyText(), read: .nonEmpty),
        .always(
            "parameters",
            \.parameters,
            as: .anyObject("The JSON Schema of its arguments."),
            missing: .null,
            read: schemaOrNone
        ),
        .maybe("output", \.output, "The JSON Schema of its output.", read: schemaOrNone)
    )

    /// Checks the name and the kind of the parameters' schema; the server validates the schemas later.
    package func check(_ fields: inout RequestFields) {
        if !name.isEmpty, !Self.isName(name) {
            fields.reject("name", "must have 1 to 128 bytes without spaces, control characters and invisible ones")
        }
        if parameters["type"]?.stringValue != "object" {
            fields.reject("parameters", "must be the JSON Schema of an object, with \"type\": \"object\"")
        }
    }
}

extension ClientTool {
    /// Reads a function of another interface, whose schema lies in a field of its own.
    ///
    /// Every call's arguments are validated against the schema, so `strict` has no effect.
    init(function fields: inout RequestFields, schema key: String, missing: String? = nil) {
        let name = fields.requiredText("name")
        if !name.isEmpty, !Self.isName(name) {
            let detail = "must have 1 to 128 bytes without spaces, control characters and invisible ones"
            fields.reject("name", detail, .invalidValue)
        }
        _ = fields.bool("strict")
        if let missing, fields.value(key) == nil { fields.reject(key, missing, .missing) }
        var schema = fields.object(key)?.objectValue ?? [:]
        if schema["type"] == nil { schema["type"] = "object" }
        if schema["type"] != "object" { fields.reject(key, "must be the JSON Schema of an object", .invalidValue) }
        if schema.count == 1 { schema["properties"] = [:] }
        self.init(name: name, description: fields.string("description") ?? "", parameters: .object(schema))
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
