import ModelContextProtocol
import StreamingJSON

/// A tool that the conformance suite calls.
struct ToolFixture: Sendable {
    typealias Work = @Sendable (JSONValue, MCPExchange) async throws -> MCPReply

    let name: String
    let definition: JSONObject
    let call: Work

    /// Makes a tool.
    ///
    /// - Parameter schema: The schema of the arguments; `nil` for none.
    init(_ name: String, _ description: String, _ schema: JSONValue? = nil, _ call: @escaping Work) {
        self.name = name
        definition = [
            "name": .string(name), "description": .string(description),
            "inputSchema": schema ?? ["type": "object", "properties": [:], "additionalProperties": false],
        ]
        self.call = call
    }
}

extension MCPReply {
    /// Returns the result of a tool with one text.
    static func text(_ text: String) -> MCPReply { content(.text(text)) }

    /// Returns the result of a tool.
    static func content(_ blocks: JSONValue...) -> MCPReply { .result(["content": .array(blocks)]) }

    /// Returns the failure of a tool.
    static func failure(_ text: String) -> MCPReply {
        .result(["content": [.text(text)], "isError": true])
    }
}

extension JSONValue {
    /// Returns a block of text.
    static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }

    /// A block with an image: one red pixel.
    static let image: JSONValue = ["type": "image", "data": .string(Media.png), "mimeType": "image/png"]
}

/// The smallest image and sound, in Base64.
enum Media {
    static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    static let wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA=="
}
