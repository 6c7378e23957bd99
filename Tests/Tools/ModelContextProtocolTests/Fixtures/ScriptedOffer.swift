import ModelContextProtocol
import StreamingJSON

/// An offer whose parts a test writes.
struct ScriptedOffer: MCPOffer {
    var owner = "caller"
    var server = Implementation(name: "scripted", title: "Scripted", version: "1.2.3")
    var instructions: String?
    var capabilities = ServerCapabilities(
        hasPrompts: true,
        hasResources: true,
        hasCompletions: true,
        hasListChanges: true
    )
    var toolNames = ["one", "two", "three"]
    var templates = 0
    var changes: AsyncStream<MCPChange>?
    /// Called with the URIs that a reader of changes wants to know of.
    var asksForChanges: @Sendable (@escaping @Sendable (String) -> Bool) -> Void = { _ in }
    var hasResource: @Sendable (String) -> Bool = { _ in true }
    var call: @Sendable (ToolCall, MCPExchange) async throws -> MCPReply = { call, _ in .text(call.name) }
    var completions: @Sendable (CompletionReference, String, String, [String: String]) async throws -> [String] = {
        _,
        _,
        _,
        _ in []
    }

    func tools() async throws -> [JSONObject] { toolNames.map { ["name": .string($0)] } }

    func callTool(_ call: ToolCall, _ exchange: MCPExchange) async throws -> MCPReply {
        try await self.call(call, exchange)
    }

    func resources(after place: String?) async throws -> MCPPage {
        switch place {
        case nil: MCPPage([["uri": "a:1"]], next: "page 2")
        case "page 2": MCPPage([["uri": "a:2"]])
        default: throw RPCError.invalid("there is no page \(place ?? "")")
        }
    }

    func resourceTemplates() async throws -> [JSONObject] {
        (0..<templates).map { ["uriTemplate": .string("a:\($0)/{id}")] }
    }

    func readResource(_ uri: String, _ exchange: MCPExchange) async throws -> MCPReply {
        guard uri == "a:1" else { throw RPCError.noResource(uri) }
        return .result(["contents": [["uri": "a:1", "text": "one"]]])
    }

    func hasResource(_ uri: String) async throws -> Bool { hasResource(uri) }

    func prompts() async throws -> [JSONObject] { [["name": "greet"]] }

    func prompt(_ name: String, _ arguments: [String: String], _ exchange: MCPExchange) async throws -> MCPReply {
        guard name == "greet" else { throw RPCError.invalid("there is no prompt \(name)") }
        let text = "Greet \(arguments["name"] ?? "everybody")."
        return .result(["messages": [["role": "user", "content": ["type": "text", "text": .string(text)]]]])
    }

    func complete(
        _ reference: CompletionReference,
        argument: String,
        prefix: String,
        others: [String: String]
    ) async throws -> [String] { try await completions(reference, argument, prefix, others) }

    func changes(ofResources isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<MCPChange> {
        asksForChanges(isWanted)
        return changes ?? AsyncStream { _ in }
    }
}

extension MCPReply {
    /// Returns the result of a tool that has a text.
    static func text(_ text: String) -> MCPReply { .result(["content": [["type": "text", "text": .string(text)]]]) }

    /// Returns a question for a name.
    static func ask(_ key: String = "name", _ kind: InputKind = .elicitation, state: JSONValue? = nil) -> MCPReply {
        .inputRequired(MCPInputRequest([.init(key, kind, ["mode": "form", "message": "Who?"])], state: state))
    }
}
