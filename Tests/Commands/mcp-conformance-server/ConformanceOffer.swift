import ModelContextProtocol
import StreamingJSON

/// The fixtures that the conformance suite expects of a server.
struct ConformanceOffer: MCPOffer {
    private let changes = ChangeHub()
    private let fixtures: [ToolFixture]

    init() {
        let hub = changes
        fixtures =
            ToolFixture.plain + ToolFixture.reporting + ToolFixture.asking + ToolFixture.stateful + [
                ToolFixture("test_trigger_tool_change", "Reports that the list of tools has changed.") { _, _ in
                    hub.send(.tools)
                    return .text("The change of the tools was sent.")
                },
                ToolFixture("test_trigger_prompt_change", "Reports that the list of prompts has changed.") { _, _ in
                    hub.send(.prompts)
                    return .text("The change of the prompts was sent.")
                },
            ]
    }

    var owner: String { "conformance" }
    var server: Implementation { Implementation(name: "torii-conformance", version: "1.0.0") }
    var capabilities: ServerCapabilities {
        ServerCapabilities(hasPrompts: true, hasResources: true, hasCompletions: true, hasListChanges: true)
    }

    func tools() async throws -> [JSONObject] { fixtures.map(\.definition) }

    func inputSchema(of tool: String) async throws -> JSONValue? {
        fixtures.first { $0.name == tool }?.definition["inputSchema"]
    }

    func callTool(_ call: ToolCall, _ exchange: MCPExchange) async throws -> MCPReply {
        guard let fixture = fixtures.first(where: { $0.name == call.name }) else {
            throw RPCError.invalid("there is no tool named \(call.name.prefix(80))")
        }
        return try await fixture.call(call.arguments, exchange)
    }

    func resources(after place: String?) async throws -> MCPPage { MCPPage(ResourceFixtures.list) }
    func resourceTemplates() async throws -> [JSONObject] { ResourceFixtures.templates }
    func readResource(_ uri: String, _ exchange: MCPExchange) async throws -> MCPReply {
        guard let contents = ResourceFixtures.contents(uri) else { throw RPCError.noResource(uri) }
        return .result(["contents": [contents]])
    }

    func prompts() async throws -> [JSONObject] { PromptFixtures.list }
    func prompt(_ name: String, _ arguments: [String: String], _ exchange: MCPExchange) async throws -> MCPReply {
        guard let reply = PromptFixtures.reply(name, arguments, exchange) else {
            throw RPCError.invalid("there is no prompt named \(name.prefix(80))")
        }
        return reply
    }

    func complete(
        _ reference: CompletionReference,
        argument: String,
        prefix: String,
        others: [String: String]
    ) async throws -> [String] {
        guard reference == .prompt("test_prompt_with_arguments") else { return [] }
        return ["paris", "park", "party"].filter { $0.hasPrefix(prefix) }
    }

    func changes(ofResources isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<MCPChange> {
        changes.stream()
    }
}
