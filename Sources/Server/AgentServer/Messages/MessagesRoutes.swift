import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The routes of Anthropic's Messages (`POST /v1/messages`, `POST /v1/messages/count_tokens`).
struct MessagesRoutes {
    let runtime: AgentRuntime
    let bodies: BodyRoom
    let heartbeat: Duration
    /// The time for which a count may continue after the server was asked to stop.
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.messages) { request, context in
                try await answer(request, context)
            },
            Route(.messageTokens) { request, context in
                try await countTokens(request, context)
            },
        ]
    }

    @Sendable private func answer(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let version = try AnthropicVersion(request.headers)
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        let body = try await request.json(in: bodies, for: client, images: \.turn.input) {
            try MessagesRequest(jsonValue: $0)
        }
        var message = body.0
        message.turn.locale = request.acceptedLocale
        message.turn.timeZone = try request.timeZone()
        message.options.requestID = context.id
        let begun: BegunTurn
        do {
            begun = try await DialectTurns(runtime: runtime)
                .begin(message.turn, outputs: message.outputs, client, key, context)
        } catch let problem as Problem {
            throw problem.named(by: message.field(of:))
        }
        body.1.leave()
        if let request = begun.request { message.follow(request, askedOf: begun.model) }
        var response: Response
        if message.turn.stream == true {
            let stream = RunEventStream(
                reader: begun.reader,
                encoder: MessagesEncoder(message.options, after: begun.waits),
                channel: context.channel,
                heartbeat: heartbeat
            )
            response = try await stream.response(onEarlyFault: true)
        } else {
            response = try await begun.reader.message(message.options, after: begun.waits)
        }
        response.headers[.anthropicVersion] = version.text
        response.note(replacementOf: message.turn.model, in: runtime.models(of: client))
        response.note(
            ignored: message.ignored + begun.notes.ignored.map(message.field(of:)),
            emulated: message.emulated + begun.notes.emulated.map(message.field(of:))
        )
        return response
    }

    /// Counts the tokens of a request's input, without a turn.
    @Sendable private func countTokens(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let version = try AnthropicVersion(request.headers)
        let body = try await request.json(in: bodies, for: client, images: \.turn.input) {
            try MessagesRequest(jsonValue: $0, for: .count)
        }
        defer { withExtendedLifetime(body.1) {} }
        var message = body.0
        message.turn.locale = request.acceptedLocale
        message.turn.timeZone = try request.timeZone()
        let tokens: InputTokenCount
        do {
            let turn = message.turn
            let interruptions = Interruptions(disconnect: try await context.disconnectSignal(), grace: grace)
            tokens = try await interruptions.run { [runtime] in
                try await runtime.countInputTokens(of: turn, client: client)
            }
        } catch let problem as Problem {
            throw problem.named(by: message.field(of:))
        }
        var response = Response.json(["input_tokens": .integer(tokens.count)])
        response.headers[.anthropicVersion] = version.text
        response.note(
            ignored: message.ignored,
            emulated: message.emulated + (tokens.isEstimated ? ["input_tokens"] : [])
        )
        return response
    }
}

/// The version of Anthropic's API that a request names in its header.
struct AnthropicVersion {
    /// The day of the version.
    let text: String

    /// The versions whose fields this server reads, the newest first.
    private static let known = "2026-10-21 or 2023-06-01"

    /// Reads the header.
    ///
    /// - Throws: ``Problem`` if the field is missing or not a day. Later versions only remove fields, so all days are accepted.
    init(_ headers: HTTPFields) throws(Problem) {
        guard let text = headers[.anthropicVersion] else {
            let detail = "the header field anthropic-version is required; its value is a version such as \(Self.known)"
            throw Problem(.invalidRequest, detail: detail)
        }
        guard Self.isDay(text) else {
            let detail =
                "the header field anthropic-version is '\(text.excerpt())', which is not a version; send \(Self.known)"
            throw Problem(.invalidRequest, detail: detail)
        }
        self.text = text
    }

    private static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.indices.allSatisfy { index in
                index == 4 || index == 7
                    ? bytes[index] == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
            }
    }
}

extension AttachedReader {
    /// Waits for the reply of a run, or for the calls that it waits for.
    ///
    /// - Throws: ``Problem`` if the run ended without a reply; `CancellationError` if the caller has disconnected.
    fileprivate func message(_ options: MessagesOptions, after waits: Int) async throws -> Response {
        var reply = MessagesReply(options, after: waits)
        // This waits first, because reading events at once would wake this task for each of them.
        _ = try await reader.outcome()
        reading: while !reply.isOver {
            switch try await reader.next() {
            case .events(let lines, _): for event in RunEventLine.events(in: lines) { reply.apply(event) }
            case .quiet, .behind, .nothing: continue
            case .over: break reading
            case .closed:
                try reader.check()
                throw CancellationError()
            }
        }
        do {
            return .json(try reply.jsonValue()).costing(try reply.usage().cost)
                .lowering("max_tokens", to: reply.loweredLimit)
        } catch {
            throw reader.problemForCaller(error)
        }
    }
}
