import APIDescription
import AgentRuntime
import AgentTools
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import LanguageModels
import StreamingJSON

/// The routes of tools: the list of those that are switched on (`GET /v1/tools`), and a direct call of one (`POST /v1/tools/{name}`).
struct ToolRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.tools) { _, context in
                let tools = runtime.tools
                let client = try context.requireClient()
                let caller = runtime.caller(of: client)
                let list = tools.tools.filter(client.sees).map {
                    ToolDescription($0, needsApproval: tools.needsApproval($0), caller)
                }
                return Response.json(WireList(list).jsonValue)
            },
            Route(.toolCall) { request, context in
                try await call(request, context)
            },
        ]
    }

    /// Responds with the outcome of the tool, even if it failed, or with the run's events.
    ///
    /// A call that was not made, such as one with invalid arguments, is a problem.
    @Sendable private func call(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let name = try context.pathParameter("name")
        guard let tool = runtime.tools.tool(named: name) else {
            throw Problem(.notFound, detail: "there is no tool named \(name.excerpt()); GET /v1/tools lists them")
        }
        let query = DirectCallQuery(request)
        if let fault = query.fault { throw Problem(.invalidRequest, detail: fault) }
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key, needsSlot: false)
        let arguments = try await request.json()
        try runtime.check(arguments, of: name)
        let attached = try await DirectCalls(runtime: runtime, grace: grace)
            .start(query.call(of: tool.name, arguments), client: client, idempotencyKey: key, context)
        guard request.acceptsEvents else {
            return .json(try await attached.directCall().jsonValue, headers: attached.runFields)
        }
        let stream = RunEventStream(attached, channel: context.channel, heartbeat: heartbeat)
        var response = try await stream.response(onEarlyFault: true)
        response.headers[.run] = attached.reader.run
        return response
    }
}
