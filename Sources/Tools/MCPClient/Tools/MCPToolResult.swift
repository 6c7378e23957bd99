import AgentTools
import JSONSchema
import LanguageModels
import StreamSafeText
import StreamingJSON

/// The result of a foreign tool: a text between fences for the model, and artifacts for the client.
struct MCPToolResult: Sendable {
    /// The types of artifacts that results may have.
    static let artifactTypes = ["mcp.image", "mcp.audio", "mcp.resource", "mcp.link", "mcp.structured"]

    /// The most parts of a result that are read.
    static let mostParts = 128
    /// The most bytes of all artifacts of a result.
    static let mostArtifactBytes = 1 << 20
    /// The most bytes of the text.
    static let mostTextBytes = 1 << 20

    /// The members of the protocol.
    private static let members: Set<String> = [
        "content", "structuredContent", "isError", "_meta", "resultType", "ttlMs", "cacheScope",
    ]

    /// The text for the model.
    let text: String
    /// The artifacts for the client.
    let artifacts: [ToolArtifact]
    /// Whether the server reports a failure.
    let isError: Bool

    /// Reads a result.
    ///
    /// - Parameters:
    ///   - asked: The questions of the server that were declined.
    ///   - schema: The check of structured content, which is left out if it violates it.
    init(_ result: JSONObject, of server: String, asked: [String] = [], schema: JSONSchema? = nil) {
        var reader = PartReader()
        // Some servers write one part, or its text, without the array.
        let parts = result["content"].map { $0.isNull ? [] : $0.arrayValue ?? [$0] } ?? []
        for part in parts.prefix(Self.mostParts) { reader.read(part) }
        if parts.count > Self.mostParts {
            reader.lines.append("[\(parts.count - Self.mostParts) further parts are left out]")
        }
        if let structured = result["structuredContent"], !structured.isNull {
            let isValid = schema.map { (try? $0.isValid(structured)) == true } ?? true
            if isValid {
                if reader.lines.isEmpty { reader.lines.append(structured.serialized()) }
                reader.attach("mcp.structured", structured)
            } else {
                reader.lines.append("[structured content that does not fit the tool's own schema is left out]")
            }
        }
        // Some servers answer with members of their own, such as `toolResult` of the first revision.
        let others = JSONObject(result.filter { !Self.members.contains($0.key) }.map { ($0.key, $0.value) })
        if reader.lines.isEmpty, !others.isEmpty { reader.lines.append(JSONValue.object(others).serialized()) }
        for question in asked {
            reader.lines.append(
                "[The server asked the user, and Torii declined because nobody can answer here: \(question)]"
            )
        }
        if reader.lines.isEmpty { reader.lines.append("[no content]") }
        let whole = reader.lines.joined(separator: "\n")
        let cut =
            whole.utf8.count > Self.mostTextBytes ? whole.prefix(utf8Count: Self.mostTextBytes) + "\n[cut]" : whole[...]
        text = UntrustedText.quoted(String(cut), from: "the MCP server \(server)")
        artifacts = reader.artifacts
        isError = result["isError"]?.boolValue == true
    }
}

/// A reader of the parts of a result.
private struct PartReader {
    var lines: [String] = []
    var artifacts: [ToolArtifact] = []
    private var bytes = 0

    mutating func read(_ part: JSONValue) {
        switch part["type"]?.stringValue ?? Self.type(of: part) {
        case "bare": lines.append(Self.text(of: part))
        case "text": lines.append(part["text"].map(Self.text) ?? "")
        case "image", "audio": readMedia(part)
        case "resource_link":
            let name = part["title"]?.stringValue ?? part["name"]?.stringValue ?? ""
            lines.append("[link: \(name) \(part["uri"]?.stringValue ?? "")]")
            attach("mcp.link", part)
        case "resource":
            let resource = part["resource"] ?? .null
            if let text = resource["text"]?.stringValue {
                lines.append("[resource \(resource["uri"]?.stringValue ?? "")]\n\(text)")
            } else {
                lines.append("[resource \(resource["uri"]?.stringValue ?? ""), attached for the app]")
            }
            attach("mcp.resource", resource)
        default: lines.append("[a part of an unknown type is left out]")
        }
    }

    /// Returns the type of a part that does not name it.
    private static func type(of part: JSONValue) -> String? {
        if part["text"] != nil { return "text" }
        return part.stringValue == nil ? nil : "bare"
    }

    /// Returns a text; another value in its place is written as JSON.
    private static func text(of value: JSONValue) -> String { value.stringValue ?? value.serialized() }

    private mutating func readMedia(_ part: JSONValue) {
        let kind = part["type"]?.stringValue == "image" ? "image" : "audio"
        guard let data = part["data"]?.stringValue, let type = part["mimeType"]?.stringValue,
            type.utf8.count <= 100, type.hasPrefix("\(kind)/"),
            type.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), data.utf8.allSatisfy(\.isBase64)
        else {
            lines.append("[an \(kind) that cannot be read is left out]")
            return
        }
        let isKept = attach("mcp.\(kind)", ["mime_type": .string(type), "data": .string(data)])
        lines.append(isKept ? "[\(type), attached for the app]" : "[\(type), too large to be attached]")
    }

    /// Adds an artifact if there is room for it.
    @discardableResult
    mutating func attach(_ type: String, _ content: JSONValue) -> Bool {
        let size = content.serialized().utf8.count
        guard bytes + size <= MCPToolResult.mostArtifactBytes else { return false }
        bytes += size
        artifacts.append(ToolArtifact(type: type, content: GeneratedContent(jsonValue: content)))
        return true
    }
}

extension UInt8 {
    /// Whether the byte may be in base64.
    fileprivate var isBase64: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
        default: false
        }
    }
}
