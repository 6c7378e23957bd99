import AgentWire
import HTTPTypes
import StreamingJSON

/// The endpoints of the Model Context Protocol.
extension Endpoint {
    package static let mcp = Endpoint(
        operation: .post("/mcp", as: "sendMCPMessage"),
        summary: "Answers a message of the Model Context Protocol over streamable HTTP.",
        users: .clients(.anyClient, data: .own),
        headers: mcpHeaders,
        body: .json(.named("RPCMessage"), example: discovery),
        answers: [
            Answer(200, "The response.", .json(.named("RPCMessage")), .events),
            Answer(202, "The notification or response was accepted."),
        ],
        errorForm: .rpc,
        problems: ofMCP + [.overloaded]
    )

    package static let mcpStream = Endpoint(
        operation: .get("/mcp", as: "readMCPStream"),
        summary: "Streams the messages of a session that belong to no request, or the rest of a stream.",
        users: .clients(.anyClient, data: .own),
        headers: mcpHeaders + [Parameter("Last-Event-ID", .text(), "The last event that was received.")],
        answers: [Answer(200, "The messages.", .events)],
        errorForm: .rpc,
        problems: ofMCP
    )

    package static let mcpEnd = Endpoint(
        operation: .delete("/mcp", as: "endMCPSession"),
        summary: "Ends a session of the Model Context Protocol.",
        users: .clients(.anyClient, data: .own),
        headers: mcpHeaders,
        answers: [Answer(204, "The session has ended.")],
        errorForm: .rpc,
        problems: ofMCP
    )

    package static let resourceMetadata = metadata(
        "/.well-known/oauth-protected-resource/mcp",
        id: "describeMCPResource"
    )

    package static let resourceMetadataOfRoot = metadata(
        "/.well-known/oauth-protected-resource",
        id: "describeResource"
    )

    private static func metadata(_ path: String, id: String) -> Endpoint {
        Endpoint(
            operation: .get(path, as: id),
            summary: "Describes how tokens are sent to /mcp (RFC 9728).",
            users: .clients(.open, data: .none),
            answers: [Answer(200, "The metadata.", .json(.named("ResourceMetadata")))]
        )
    }

    private static let mcpHeaders = [
        Parameter("MCP-Protocol-Version", .text(), "The revision of the protocol."),
        Parameter("Mcp-Session-Id", .text(), "The session, in revisions with sessions."),
        Parameter("Mcp-Method", .text(), "The method of the message, in revisions without sessions."),
        Parameter("Mcp-Name", .text(), "The tool, prompt or resource of the message, in revisions without sessions."),
    ]

    private static let ofMCP: [Problem.Kind] = [.invalidRequest, .notFound, .notAcceptable]

    private static let discovery: JSONValue = [
        "jsonrpc": "2.0", "id": 1, "method": "server/discover",
        "params": [
            "_meta": [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [:],
            ]
        ],
    ]
}
