import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault

/// `POST /v1/chat`: one turn, as JSON or as server-sent events.
struct ChatRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.post("chat") { request, context in
            try await chat(request, context)
        }
    }

    @Sendable private func chat(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let turn = try await request.json { try ChatRequest(jsonValue: $0) }
        let hangUp = try await context.hangUp()
        let client = try context.requireClient()
        let reader = try await runtime.start(
            turn,
            client: client,
            idempotencyKey: try IdempotencyKey.read(request.headers),
            requestID: context.id,
            at: context.receivedAt
        )
        let attached = AttachedReader(reader, hangUp: hangUp)
        if turn.stream ?? request.acceptsEvents {
            let stream = RunEventStream(reader: attached, channel: context.channel, heartbeat: heartbeat)
            return try await stream.response(onEarlyFault: true)
        }
        // A caller who hangs up leaves the run as the reader of a stream does.
        return try await attached.reply(of: runtime, client: client.id)
    }
}
