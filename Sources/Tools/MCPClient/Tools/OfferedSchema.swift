import AgentTools
import JSONSchema
import LanguageModels
import StreamSafeText
import StreamingJSON

/// The schema of a foreign tool's arguments, checked, and with its texts cut and filtered.
struct OfferedSchema {
    let compiled: JSONSchema
    let generation: GenerationSchema
    /// The schema itself, whose texts are cut and filtered.
    let readable: JSONValue

    private static let limits = JSONSchema.Limits(steps: 500_000, depth: 32)

    /// Reads a schema.
    ///
    /// - Throws: ``MCPToolDefinition/Refusal``.
    init(_ schema: JSONValue) throws(MCPToolDefinition.Refusal) {
        compiled = try Self.compiled(schema, "inputSchema")
        guard schema["type"] == nil || schema["type"] == "object" else {
            throw MCPToolDefinition.Refusal(reason: "its inputSchema is not that of an object")
        }
        var members = ForeignSchema.readable(schema).objectValue ?? [:]
        members["type"] = "object"
        readable = .object(members)
        do {
            let closed = try GenerationSchema(
                root: DynamicGenerationSchema(jsonSchema: .object(members)),
                dependencies: []
            )
            let opened = Self.opened(closed.jsonValue, like: readable, in: readable).objectValue
            generation =
                opened.flatMap { JSONValue.object($0) == closed.jsonValue ? nil : GenerationSchema(jsonSchema: $0) }
                ?? closed
        } catch {
            throw MCPToolDefinition.Refusal(
                reason: "no model can fill its inputSchema: \(TextLine("\(error)", limit: 200).text)"
            )
        }
    }

    /// Returns a schema whose objects accept further members as those of the declared schema do: by `additionalProperties: true` or `{}`.
    ///
    /// The importer of schemas closes all objects, because a model that answers in a form must not invent members.
    private static func opened(
        _ written: JSONValue,
        like declared: JSONValue,
        in root: JSONValue,
        depth: Int = 0
    ) -> JSONValue {
        guard depth < 32, case .object(var result) = written else { return written }
        var declared = declared
        // A definition that is used once is written where it is used.
        if let name = declared["$ref"]?.stringValue?.split(separator: "/").last.map(String.init), result["$ref"] == nil,
            let target = root["$defs"]?[name] ?? root["definitions"]?[name]
        {
            declared = target
        }
        if result["additionalProperties"] == false, let others = declared["additionalProperties"],
            others == true || others == [:]
        {
            result["additionalProperties"] = others
        }
        for (keyword, source) in [("properties", "properties"), ("$defs", "$defs"), ("$defs", "definitions")] {
            guard let members = result[keyword]?.objectValue, let declared = declared[source] else { continue }
            let opened = members.map { name, member -> (String, JSONValue) in
                // The importer adds a number to a name that is in use: Order_2.
                let own =
                    declared[name]
                    ?? name.firstMatch(of: /_[0-9]+$/).flatMap { declared[String(name[..<$0.range.lowerBound])] }
                return (name, own.map { Self.opened(member, like: $0, in: root, depth: depth + 1) } ?? member)
            }
            result[keyword] = .object(JSONObject(opened))
        }
        if let items = result["items"], let declared = declared["items"] {
            result["items"] = opened(items, like: declared, in: root, depth: depth + 1)
        }
        return .object(result)
    }

    /// Compiles a schema within the limits.
    ///
    /// - Throws: ``MCPToolDefinition/Refusal``.
    static func compiled(_ schema: JSONValue, _ field: String) throws(MCPToolDefinition.Refusal) -> JSONSchema {
        var (nodes, parameters) = (0, 0)
        try count(schema, depth: 0, &nodes, &parameters, field)
        guard schema.serialized().utf8.count <= MCPToolDefinition.mostSchemaBytes else {
            throw MCPToolDefinition.Refusal(
                reason: "its \(field) has more than \(MCPToolDefinition.mostSchemaBytes >> 10) KiB"
            )
        }
        do {
            return try JSONSchema(schema, limits: limits)
        } catch {
            throw MCPToolDefinition.Refusal(
                reason: "its \(field) is no usable schema: \(TextLine("\(error)", limit: 200).text)"
            )
        }
    }

    private static func count(
        _ value: JSONValue,
        depth: Int,
        _ nodes: inout Int,
        _ parameters: inout Int,
        _ field: String
    ) throws(MCPToolDefinition.Refusal) {
        nodes += 1
        guard depth <= 32 else { throw MCPToolDefinition.Refusal(reason: "its \(field) is nested more than 32 deep") }
        guard nodes <= MCPToolDefinition.mostSchemaNodes else {
            throw MCPToolDefinition.Refusal(
                reason: "its \(field) has more than \(MCPToolDefinition.mostSchemaNodes) values"
            )
        }
        for element in value.arrayValue ?? [] { try count(element, depth: depth + 1, &nodes, &parameters, field) }
        for (key, member) in value.objectValue ?? [:] {
            guard key.utf8.count <= 128,
                key.unicodeScalars.allSatisfy({ !$0.isUnseen && $0.properties.generalCategory != .control })
            else {
                throw MCPToolDefinition.Refusal(
                    reason: "its \(field) has a name that is too long or has invisible characters"
                )
            }
            if key == "properties" { parameters += member.objectValue?.count ?? 0 }
            guard parameters <= MCPToolDefinition.mostParameters else {
                throw MCPToolDefinition.Refusal(
                    reason: "its \(field) has more than \(MCPToolDefinition.mostParameters) parameters"
                )
            }
            try count(member, depth: depth + 1, &nodes, &parameters, field)
        }
    }
}
