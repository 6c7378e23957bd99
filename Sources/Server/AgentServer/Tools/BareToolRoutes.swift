import APIDescription
import Accounts
import AgentRuntime
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import LanguageModels
import StreamingJSON

/// The route `POST /mcp/tools/{name}`: a direct call, with a response in the form of an MCP tool result.
///
/// The status is 200 for every outcome of the tool. This includes an unknown tool, invalid arguments, and a call that was cancelled or
/// exceeded its deadline, because callers of this route read `isError` and not the status. A tool that destroys or sends something is
/// called only with `?confirm=true`. Only failures before the tool (the token, the size of the body, the client's limits) and a stop of the
/// server have other statuses.
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
                .start(call, client: client, idempotencyKey: key, context)
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

    /// Whether a problem is the outcome of the call itself.
    private static func isOfCall(_ kind: Problem.Kind) -> Bool {
        switch kind {
        case .runCancelled, .runInterrupted, .deadlineExceeded: true
        default: false
        }
    }

    /// Returns the text for a call that needs a person's confirmation first.
    private func question(_ problem: Problem, _ call: ToolCallRequest, _ client: Principal) -> String {
        let question = problem.extensions["question"]?.stringValue ?? ""
        return runtime.caller(of: call, from: client).text(
            "This needs a person's confirmation, and nothing was done. \(question) Once they agree, the app calls again with "
                + "?confirm=true.",
            "人の確認が必要なため、まだ何も実行していません。\(question) 同意が得られたら、アプリが ?confirm=true を付けてもう一度呼び出します。"
        )
    }

    private static func result(_ text: String, isError: Bool) -> JSONValue {
        var result: JSONObject = ["content": [["type": "text", "text": .string(text)]]]
        if isError { result["isError"] = true }
        return .object(result)
    }
}
