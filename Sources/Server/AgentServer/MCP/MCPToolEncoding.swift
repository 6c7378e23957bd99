import AgentTools
import MCPClient
import AgentWire
import LanguageModels
import ModelContextProtocol
import ToolPhrases
import StreamingJSON

/// The form of tools and of their results in the Model Context Protocol.
enum MCPToolEncoding {
    /// Returns the definition of a tool.
    static func jsonObject(of tool: any AgentTool, in registry: ToolRegistry) -> JSONObject {
        var object: JSONObject = [
            "name": .string(tool.name),
            "description": .string(tool.description),
            "inputSchema": tool.argumentSchema.withoutHeaderParameters(),
        ]
        if !tool.artifactTypes.isEmpty { object["outputSchema"] = outputSchema(tool.artifactTypes) }
        object["annotations"] = [
            "readOnlyHint": .bool(tool.isReadOnly), "destructiveHint": .bool(tool.isDestructive),
            "idempotentHint": .bool(tool.isIdempotent), "openWorldHint": .bool(tool.phrases.isOutward),
        ]
        if registry.needsApproval(tool) { object["_meta"] = ["torii/needsApproval": true] }
        return object
    }

    /// The schema of the structured content: the artifacts, by their types.
    private static func outputSchema(_ types: [String]) -> JSONValue {
        let artifact: JSONValue = [
            "type": "object",
            "properties": ["type": ["type": "string", "enum": .array(types.map(JSONValue.string))], "data": [:]],
            "required": ["type", "data"],
        ]
        return [
            "type": "object", "properties": ["artifacts": ["type": "array", "items": artifact]],
            "required": ["artifacts"],
        ]
    }

    /// Returns the result of a call: its text, its images and sounds, and its other artifacts as structured content.
    static func result(of call: WireToolCall, run: String) -> JSONObject {
        var content: [JSONValue] = [["type": "text", "text": .string(call.summary)]]
        var others: [JSONValue] = []
        for artifact in call.artifacts {
            if let block = block(of: artifact) { content.append(block) } else { others.append(artifact.jsonValue) }
        }
        var result: JSONObject = ["content": .array(content)]
        if call.status == .failed {
            result["isError"] = true
        } else {
            result["structuredContent"] = ["artifacts": .array(others)]
        }
        result["_meta"] = ["torii/run": .string(run)]
        return result
    }

    /// Returns the content of an artifact that is an image or a sound; `nil` for others.
    private static func block(of artifact: WireArtifact) -> JSONValue? {
        guard artifact.type == "mcp.image" || artifact.type == "mcp.audio",
            let data = artifact.data["data"]?.stringValue,
            let type = artifact.data["mime_type"]?.stringValue
        else { return nil }
        return ["type": .string(String(artifact.type.dropFirst(4))), "data": .string(data), "mimeType": .string(type)]
    }
}

extension JSONValue {
    /// The schema without marks for parameters in the header: calls reach this server whole, whatever another server wants.
    ///
    /// - Parameters:
    ///   - depth: The nesting that is searched; a schema comes from outside.
    ///   - isNames: Whether the members are named by the schema's author, so that any name is a name.
    fileprivate func withoutHeaderParameters(depth: Int = 64, isNames: Bool = false) -> JSONValue {
        guard depth > 0 else { return self }
        switch self {
        case .object(var object):
            if !isNames { object["x-mcp-header"] = nil }
            let cleaned = object.map { key, value in
                let hasNames = !isNames && ["properties", "$defs", "definitions", "patternProperties"].contains(key)
                return (key, value.withoutHeaderParameters(depth: depth - 1, isNames: hasNames))
            }
            return .object(JSONObject(cleaned))
        case .array(let elements):
            return .array(elements.map { $0.withoutHeaderParameters(depth: depth - 1) })
        default: return self
        }
    }
}
