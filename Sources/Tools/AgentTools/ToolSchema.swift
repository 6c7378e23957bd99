public import JSONSchema
import LanguageModels
public import StreamingJSON

/// The schema of a tool's arguments, compiled once because every direct call is checked against it.
public struct ToolSchema: Sendable {
    /// The schema.
    public let document: JSONValue
    /// The compiled schema, or the reason why it cannot be used.
    public let compiled: Result<JSONSchema, JSONSchemaError>
    /// The names of the parameters, in order.
    public let names: [String]
    /// The names of the parameters that a call must have.
    public let required: Set<String>
    private let known: Set<String>
    /// Whether arguments may have other names than the parameters': the schema allows them, or names no parameters.
    public let isOpen: Bool

    init(of tool: some AgentTool) {
        let document = tool.argumentSchema
        self.document = document
        compiled = Result { () throws(JSONSchemaError) in try JSONSchema(document) }
        names = document["properties"]?.objectValue.map { Array($0.keys) } ?? []
        known = Set(names)
        let others = document["additionalProperties"]
        let namesNone = document["properties"] == nil && others != false
        isOpen =
            namesNone || others == true || others?.objectValue != nil
            || document["patternProperties"]?.objectValue?.isEmpty == false
        required = Set((document["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    /// Returns the parameter that a name refers to, also in snake case; `nil` if there is none.
    public func parameter(_ name: String) -> String? {
        if known.contains(name) { return name }
        let camel = name.camelCased
        return known.contains(camel) ? camel : nil
    }

    /// Returns the arguments with snake-case names replaced by the parameters' names.
    func renamed(_ arguments: JSONValue) -> JSONValue {
        guard case .object(let members) = arguments else { return arguments }
        return .object(JSONObject(members.map { key, value in (parameter(key) ?? key, value) }))
    }
}
