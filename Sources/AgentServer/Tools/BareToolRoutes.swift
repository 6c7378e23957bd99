import Accounts
import AgentRuntime
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import LanguageModels
import StreamingJSON

/// `POST /mcp/tools/{name}`: a direct call, answered in the shape of an MCP tool result.
///
/// The status is 200 whatever the tool says, also for a tool that does not exist, for arguments that do not fit, and for a call that was
/// cancelled or took too long: such callers read `isError`, not the status. A tool that destroys or sends something is called only with
/// `?confirm=true`. Only what comes before the tool (the token, the size of the body, the client's limits) and the server's stop have
/// statuses of their own.
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
        let key = try IdempotencyKey.read(request.headers)
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key, needsSlot: false)
        let arguments: JSONValue
        do {
            arguments = try await request.json()
        } catch let problem as Problem where problem.kind == .invalidJSON {
            return .json(Self.result("The body is not JSON: \(problem.detail).", isError: true))
        }
        let query = DirectCallQuery(request)
        if let fault = query.fault { return .json(Self.result(fault, isError: true)) }
        let call = query.call(of: runtime.tools.tool(named: name)?.name ?? name, arguments)
        let attached: AttachedReader
        do {
            attached = try await DirectCalls(runtime: runtime, grace: grace)
                .begin(call, client: client, idempotencyKey: key, context)
        } catch let problem as Problem where problem.kind == .confirmationNeeded {
            return .json(Self.result(question(problem, call, client), isError: true))
        }
        return .json(try await Self.result(of: attached), headers: attached.runFields)
    }

    private static func result(of attached: AttachedReader) async throws -> JSONValue {
        do {
            let call = try await attached.directCall()
            return result(call.summary, isError: call.status == .failed)
        } catch let problem as Problem where isOfCall(problem.kind) {
            return result("The call has no result: \(problem.detail).", isError: true)
        }
    }

    /// Whether a problem is the end of the call itself.
    private static func isOfCall(_ kind: Problem.Kind) -> Bool {
        switch kind {
        case .runCancelled, .runInterrupted, .deadlineExceeded: true
        default: false
        }
    }

    /// The text for a call before which a person has to be asked.
    private func question(_ problem: Problem, _ call: ToolCallRequest, _ client: Client) -> String {
        let question = problem.extensions["question"]?.stringValue ?? ""
        return runtime.caller(of: call, client: client.id).text(
            "This needs a person's confirmation, and nothing was done. \(question) Once they agree, the app calls again with ?confirm=true.",
            "人の確認が必要なため、まだ何も実行していません。\(question) 同意が得られたら、アプリが ?confirm=true を付けてもう一度呼び出します。"
        )
    }

    private static func result(_ text: String, isError: Bool) -> JSONValue {
        var result: JSONObject = ["content": [["type": "text", "text": .string(text)]]]
        if isError { result["isError"] = true }
        return .object(result)
    }
}
