import MCPClient
import Foundation
import ModelContextProtocol
import StreamingJSON
import Transport

/// A scenario of the suite and what the client does in it.
struct Scenario: Sendable {
    /// The scenario's name.
    let name: String
    /// The address of the server.
    let url: String
    /// The revision to speak; `nil` to negotiate.
    let revision: ProtocolRevision?
    /// The scenario's data, such as a client's credentials.
    let context: JSONObject

    /// Reads the command line; `nil` without a scenario or an address.
    init?(arguments: [String], environment: [String: String]) {
        guard let name = environment["MCP_CONFORMANCE_SCENARIO"], arguments.count > 1, let url = arguments.last else {
            return nil
        }
        (self.name, self.url) = (name, url)
        revision = environment["MCP_CONFORMANCE_PROTOCOL_VERSION"].flatMap { ProtocolRevision(rawValue: $0) }
        context = environment["MCP_CONFORMANCE_CONTEXT"].flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
    }

    /// Connects, does what the scenario expects, and ends the session.
    func run() async throws {
        // The suite's servers are all on this machine, on any port.
        let client = HTTPClient(configuration: .init { $0.addressPolicy = .unrestricted })
        let connection = MCPConnection(
            to: url,
            server: "conformance",
            client: client,
            authorizer: try authorizer(client),
            // A revision without sessions is found by negotiation, as in the product.
            options: MCPConnectionOptions(
                revision: revision?.isStateless == true ? nil : revision,
                elicitation: { [name] in
                    name.hasPrefix("sep-2322") ? Self.confirmation : MCPElicitationAnswer.acceptingDefaults($0)
                }
            )
        )
        do {
            try await connection.connect()
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The stream for the server's questions that belong to no request.
                group.addTask { _ = try? await connection.listen() }
                defer { group.cancelAll() }
                try await act(on: connection)
            }
        } catch {
            await connection.close()
            await client.shutdown()
            throw error
        }
        await connection.close()
        await client.shutdown()
    }

    private static let confirmation: JSONObject = ["action": "accept", "content": ["confirmed": true]]

    private func act(on connection: MCPConnection) async throws {
        let tools = try await connection.listTools()
        func call(_ name: String, _ arguments: JSONObject = [:]) async throws {
            guard let tool = tools.first(where: { $0["name"]?.stringValue == name }) else { return }
            _ = try await connection.callTool(name, arguments, definition: tool)
        }
        switch name {
        case "initialize", "json-schema-ref-no-deref": break
        case "tools_call", "request-metadata", "http-standard-headers":
            guard let first = tools.first?["name"]?.stringValue else { return }
            try await call(first, ["a": 5, "b": 3])
        case "elicitation-sep1034-client-defaults": try await call("test_client_elicitation_defaults")
        case "sse-retry": try await call("test_reconnection")
        case "sep-2322-client-request-state":
            for tool in [
                "test_mrtr_echo_state", "test_mrtr_unrelated", "test_mrtr_no_state", "test_mrtr_no_result_type",
            ] {
                // This tool is not in the list of the scenario's server if it is only there for isolation.
                _ = try await connection.callTool(tool, [:])
            }
        case "http-custom-headers":
            for entry in context["toolCalls"]?.arrayValue ?? [] {
                guard let tool = entry["name"]?.stringValue else { continue }
                try await call(tool, entry["arguments"]?.objectValue ?? [:])
            }
        case "http-invalid-tool-headers":
            // Tools with invalid annotations are not in the list.
            for tool in tools { try await call(tool["name"]?.stringValue ?? "", Self.arguments(for: tool)) }
        case "json-schema-2020-12-preservation":
            guard let focus = tools.first(where: { $0["name"] == "json_schema_2020_12_tool" }) else { return }
            try await call("json_schema_echo", ["schema": focus["inputSchema"] ?? .null])
        default: try await call("test-tool")
        }
    }

    /// Returns a value of the right type for each argument that a tool requires.
    private static func arguments(for tool: JSONObject) -> JSONObject {
        var arguments: JSONObject = [:]
        for name in tool["inputSchema"]?["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
            arguments[name] =
                switch tool["inputSchema"]?["properties"]?[name]?["type"]?.stringValue {
                case "integer", "number": 0
                case "boolean": false
                case "object": [:]
                case "array": []
                default: "x"
                }
        }
        return arguments
    }
}
