import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault

/// `POST /v1/chat`: one turn, as JSON or as server-sent events.
struct ChatRoutes {
    let runtime: AgentRuntime
    let grace: Duration

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.post("chat") { request, context in
            try await chat(request, context)
        }
    }

    @Sendable private func chat(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let turn = try ChatRequest(jsonValue: try await request.json())
        let run = try await runtime.prepare(turn, client: try context.requireClient().id)
        if turn.stream ?? Self.acceptsEvents(request.headers) {
            return RunEventStream(run: run, interruptions: try await context.interruptions(grace: grace)).response
        }
        // A caller who hangs up cancels the turn here too, not only in a stream.
        return try await context.interruptions(grace: grace).cancelling {
            .json(try await run.perform(onEvent: { _ in }).jsonValue)
        }
    }

    private static func acceptsEvents(_ headers: HTTPFields) -> Bool {
        headers[values: .accept].contains { $0.lowercased().contains("text/event-stream") }
    }
}
