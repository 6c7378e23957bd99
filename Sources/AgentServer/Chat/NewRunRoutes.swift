import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The requests that begin a run and are answered with what it says, as JSON or as server-sent events: `POST /v1/chat`, one turn, and
/// `POST /v1/extract`, a value read out of a text.
struct NewRunRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.chat) { request, context in
                try await begin(request, context) { .chat(try ChatRequest(jsonValue: $0)) }
            },
            Route(.extract) { request, context in
                try await begin(request, context) { .extraction(try ExtractRequest(jsonValue: $0)) }
            },
        ]
    }

    @Sendable private func begin(
        _ request: Request,
        _ context: ToriiRequestContext,
        _ read: @Sendable (JSONValue) throws -> RunRequest
    ) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // Before the body is read: a request that is refused costs its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        let wanted = try await request.json(read)
        let hangUp = try await context.hangUp()
        let reader = try await runtime.start(
            wanted,
            client: client,
            idempotencyKey: key,
            requestID: context.id,
            at: context.receivedAt
        )
        let attached = AttachedReader(reader, hangUp: hangUp)
        if wanted.stream ?? request.acceptsEvents {
            let stream = RunEventStream(attached, channel: context.channel, heartbeat: heartbeat)
            return try await stream.response(onEarlyFault: true)
        }
        // A caller who hangs up leaves the run as the reader of a stream does.
        return try await attached.reply(of: runtime, client: client.id)
    }
}
