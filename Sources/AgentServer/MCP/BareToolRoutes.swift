import AgentRuntime
import AgentTools
import AgentWire
import Hummingbird
import KeyVault
import StreamingJSON

/// `POST /mcp/tools/{name}`: one tool call without a model, answered in the shape of an MCP tool result.
///
/// The status is 200 whatever the tool says, also for a tool that does not exist or arguments that do not fit: such callers
/// read `isError`, not the status. A tool that destroys or sends something is called only with `?confirm=true`. Only what stands before the tool (the token, the size of the body) has its own status.
struct BareToolRoutes {
    let runtime: AgentRuntime
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.bareToolCall) { request, context in
                try await call(request, context)
            }
        ]
    }

    @Sendable private func call(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let name = try context.pathParameter("name")
        let client = try context.requireClient()
        try await runtime.checkRoom(for: client)
        let arguments: JSONValue
        do {
            arguments = try await request.json()
        } catch let problem as Problem where problem.kind == .invalidJSON {
            return .json(Self.result("The body is not JSON: \(problem.detail).", isError: true))
        }
        let query = DirectCallQuery(request)
        if let fault = query.fault { return .json(Self.result(fault, isError: true)) }
        let answer = try await context.interruptions(grace: grace).cancelling { [arguments] in
            try await runtime.call(
                tool: name,
                arguments: arguments,
                isConfirmed: query.isConfirmed,
                client: client,
                locale: query.locale,
                timeZone: query.timeZone
            )
        }
        switch answer {
        case .made(let call): return .json(Self.result(call.summary, isError: call.status == .failed))
        case .needsConfirmation(let question, let caller):
            let text = caller.text(
                "This needs a person's confirmation, and nothing was done. \(question) Once they agree, the app calls again with ?confirm=true.",
                "人の確認が必要なため、まだ何も実行していません。\(question) 同意が得られたら、アプリが ?confirm=true を付けてもう一度呼び出します。"
            )
            return .json(Self.result(text, isError: true))
        }
    }

    private static func result(_ text: String, isError: Bool) -> JSONValue {
        var result: JSONObject = ["content": [["type": "text", "text": .string(text)]]]
        if isError { result["isError"] = true }
        return .object(result)
    }
}
