import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The native requests that start a run and return its reply as JSON or as server-sent events: `POST /v1/chat` for a turn, and
/// `POST /v1/extract` for a value read from a text.
struct NewRunRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.chat) { request, context in
                try await start(request, context) { .chat(try ChatRequest(jsonValue: $0)) }
            },
            Route(.extract) { request, context in
                try await start(request, context) { .extraction(try ExtractRequest(jsonValue: $0)) }
            },
        ]
    }

    @Sendable private func start(
        _ request: Request,
        _ context: ToriiRequestContext,
        _ read: @Sendable (JSONValue) throws -> RunRequest
    ) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        let runRequest = try await request.json(with: Request.texts, read)
        let disconnect = try await context.disconnectSignal()
        let reader = try await runtime.start(
            runRequest,
            client: client,
            idempotencyKey: key,
            requestID: context.id,
            at: context.receivedAt
        )
        if request.prefersAsynchronous {
            // The reader is released with this function, and the run begins to wait for another one.
            var response = Response.json(
                try await runtime.run(reader.run, client: client.id).jsonValue,
                status: .accepted,
                headers: [.location: "/v1/runs/\(reader.run)"]
            )
            response.headers[.preferenceApplied] = "respond-async"
            return response
        }
        let attached = AttachedReader(reader, disconnect: disconnect)
        if runRequest.stream ?? request.acceptsEvents {
            let stream = RunEventStream(attached, channel: context.channel, heartbeat: heartbeat)
            return try await stream.response(onEarlyFault: true)
        }
        // If the caller disconnects, the run is treated as one that has lost a reader of its stream.
        return try await attached.reply(of: runtime, client: client.id)
    }
}

extension Request {
    /// Whether the caller wants the run's id at once instead of its reply (RFC 7240 §4.1).
    fileprivate var prefersAsynchronous: Bool {
        headers[values: .prefer].contains { value in
            value.split(separator: ",").contains { preference in
                preference.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() == "respond-async"
            }
        }
    }
}
