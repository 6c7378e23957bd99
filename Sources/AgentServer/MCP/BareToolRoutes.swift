import AgentRuntime
import AgentWire
import Hummingbird
import KeyVault
import StreamingJSON

/// `POST /mcp/tools/{name}`: one tool call without a model, answered in the shape of an MCP tool result.
///
/// The status is 200 whatever the tool says, also for a tool that does not exist or arguments that do not fit: such callers
/// read `isError`, not the status. Only what stands before the tool (the token, the size of the body) has its own status.
struct BareToolRoutes {
    let runtime: AgentRuntime
    let grace: Duration

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.post("tools/:name") { request, context in
            try await call(request, context)
        }
    }

    @Sendable private func call(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let name = try context.parameters.require("name")
        let arguments: JSONValue
        do {
            arguments = try await request.json()
        } catch let problem as Problem where problem.kind == .invalidJSON {
            return .json(Self.result("The body is not JSON: \(problem.detail).", isError: true))
        }
        let locale = request.uri.queryParameters["locale"].map(String.init)
        let timeZone = request.uri.queryParameters["time_zone"].map(String.init)
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) {
            return .json(Self.result("The locale is \(fault).", isError: true))
        }
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) {
            return .json(Self.result("The time_zone is \(fault).", isError: true))
        }
        let client = try context.requireClient().id
        return try await context.interruptions(grace: grace).cancelling { [arguments] in
            let outcome = try await runtime.call(
                tool: name,
                arguments: arguments,
                locale: locale,
                timeZone: timeZone,
                client: client
            )
            return .json(Self.result(outcome.summary, isError: outcome.status == .failed))
        }
    }

    private static func result(_ text: String, isError: Bool) -> JSONValue {
        var result: JSONObject = ["content": [["type": "text", "text": .string(text)]]]
        if isError { result["isError"] = true }
        return .object(result)
    }
}
