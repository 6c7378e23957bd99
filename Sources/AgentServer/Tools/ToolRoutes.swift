import AgentRuntime
import AgentTools
import AgentWire
import Hummingbird
import KeyVault
import LanguageModels
import StreamingJSON

/// The tools that are switched on (`GET /v1/tools`), and calls of one without a model, with data (`POST /v1/tools/{name}`).
struct ToolRoutes {
    let runtime: AgentRuntime
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.tools) { _, _ in
                let tools = runtime.tools
                return Response.json([
                    "tools": .array(
                        tools.tools.map { ToolDescription($0, needsApproval: tools.needsApproval($0)).jsonValue }
                    )
                ])
            },
            Route(.toolCall) { request, context in
                try await call(request, context)
            },
        ]
    }

    /// What the tool says is the body, also that it failed; a call that was not made at all, such as one whose arguments do not fit, is a
    /// problem.
    @Sendable private func call(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let name = try context.pathParameter("name")
        guard runtime.tools.tool(named: name) != nil else {
            throw Problem(.notFound, detail: "there is no tool named \(name.excerpt()); GET /v1/tools lists them")
        }
        let query = DirectCallQuery(request)
        if let fault = query.fault { throw Problem(.invalidRequest, detail: fault) }
        let client = try context.requireClient()
        try await runtime.checkRoom(for: client)
        let arguments = try await request.json()
        try runtime.check(arguments, of: name)
        let answer = try await context.interruptions(grace: grace).cancelling {
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
        case .made(let call): return .json(call.jsonValue)
        case .needsConfirmation(let question, _):
            var problem = Problem(
                .confirmationNeeded,
                detail: "nothing was done; ask the person, and send the same with ?confirm=true once they agree"
            )
            problem.extensions["question"] = .string(question)
            throw problem
        }
    }
}
