import AgentWire
import StreamingJSON

/// The schemas of the Model Context Protocol.
extension WireSchema {
    static let modelContextProtocol: [(String, WireSchema)] = [
        ("RPCMessage", message), ("RPCErrorResponse", errorResponse), ("ResourceMetadata", resourceMetadata),
    ]

    private static let message = object(
        .always("jsonrpc", .word(["2.0"])),
        .maybe("id", .anything("The id of a request; its response has the same.")),
        .maybe("method", .text("The method of a request or a notification.")),
        .maybe("params", .anyObject()),
        .maybe("result", .anyObject("The result of a request.")),
        .maybe("error", error),
        note: "A message of JSON-RPC 2.0; modelcontextprotocol.io has the schemas of the methods."
    )

    private static let resourceMetadata = object(
        .always("resource", .text("The address of /mcp.")),
        .always("authorization_servers", .list(of: .text(), "The issuers of tokens.")),
        .always("bearer_methods_supported", .list(of: .text())),
        .always("scopes_supported", .list(of: .text())),
        .always("resource_name", .text())
    )

    private static let error = object(
        .always("code", .integer(from: nil)),
        .always("message", .text()),
        .maybe("data", .anything())
    )

    private static let errorResponse = object(
        .always("jsonrpc", .word(["2.0"])),
        .maybe("id", .anything()),
        .always("error", error)
    )
}
