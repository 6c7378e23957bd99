import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault

/// `POST /v1/extract`: a value read out of a text, as JSON or as server-sent events.
struct ExtractRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.post("extract") { request, context in
            try await extract(request, context)
        }
    }

    @Sendable private func extract(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let extraction = try await request.json { try ExtractRequest(jsonValue: $0) }
        let hangUp = try await context.hangUp()
        let client = try context.requireClient()
        let reader = try await runtime.start(
            extraction,
            client: client,
            idempotencyKey: try IdempotencyKey.read(request.headers),
            requestID: context.id,
            at: context.receivedAt
        )
        let attached = AttachedReader(reader, hangUp: hangUp)
        if extraction.stream ?? request.acceptsEvents {
            let stream = RunEventStream(reader: attached, channel: context.channel, heartbeat: heartbeat)
            return try await stream.response(onEarlyFault: true)
        }
        return try await attached.reply(of: runtime, client: client.id)
    }
}
