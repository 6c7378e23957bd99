import APIDescription
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
    let bodies: BodyRoom
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.chat) { request, context in
                try await start(request, context, in: bodies) { .chat(try ChatRequest(jsonValue: $0)) }
            },
            Route(.extract) { request, context in
                try await start(request, context) { .extraction(try ExtractRequest(jsonValue: $0)) }
            },
        ]
    }

    @Sendable private func start(
        _ request: Request,
        _ context: ToriiRequestContext,
        in bodies: BodyRoom? = nil,
        _ read: @Sendable (JSONValue) throws -> RunRequest
    ) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        let runRequest: RunRequest
        var place: BodyRoom.Place?
        if let bodies {
            let body = try await request.json(in: bodies, for: client, images: \.input, read)
            (runRequest, place) = (body.0, body.1)
        } else {
            runRequest = try await request.json(with: Request.texts, read)
        }
        let notes = try await notes(on: runRequest, for: client)
        let disconnect = try await context.disconnectSignal()
        let reader = try await runtime.start(
            runRequest,
            client: client,
            idempotencyKey: key,
            requestID: context.id,
            at: context.receivedAt
        )
        place?.leave()
        if request.prefersAsynchronous {
            // The reader is released with this function, and the run begins to wait for another one.
            var response = Response.json(
                try await runtime.run(reader.run, owner: client.owner).jsonValue,
                status: .accepted,
                headers: [.location: "/v1/runs/\(reader.run)"]
            )
            response.headers[.preferenceApplied] = "respond-async"
            response.note(ignored: notes.ignored, emulated: notes.emulated)
            return response
        }
        let attached = AttachedReader(reader, disconnect: disconnect)
        var response: Response
        if runRequest.stream ?? request.acceptsEvents {
            let stream = RunEventStream(attached, channel: context.channel, heartbeat: heartbeat)
            response = try await stream.response(onEarlyFault: true)
        } else {
            // If the caller disconnects, the run is treated as one that has lost a reader of its stream.
            response = try await attached.reply(of: runtime, owner: client.owner)
        }
        response.note(ignored: notes.ignored, emulated: notes.emulated)
        return response
    }

    /// Returns the parameters of a turn that have no effect or another form; most turns have no parameters.
    private func notes(on request: RunRequest, for client: Principal) async throws -> ParameterNotes {
        guard case .turn(let turn) = request, turn.hasParameters else { return ParameterNotes() }
        return try await runtime.parameterNotes(on: turn, for: client)
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
