import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import StreamingJSON

/// The routes of OpenAI's Responses, which Open Responses defines as well: `/v1/responses`.
struct ResponseRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration
    /// The time for which a count may continue after the server was asked to stop.
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.responses) { request, context in
                try await create(request, context)
            },
            Route(.responseInputTokens) { request, context in
                try await countTokens(request, context)
            },
            Route(.response) { request, context in
                try await read(request, context)
            },
            Route(.responseDeletion) { _, context in
                let (id, _) = try await stored(context)
                let client = try context.requireClient()
                // The client cannot cancel a response that waits for it, because that is complete.
                if try await runtime.record(of: id.run, client: client.id).status == .waiting {
                    try await stop(id, client, context)
                }
                try await runtime.deleteRun(id.run, client: client.id)
                return .json(["id": .string(id.description), "object": "response", "deleted": true])
            },
            Route(.responseCancel) { _, context in
                try await cancel(context)
            },
            Route(.responseInputItems) { request, context in
                try await inputItems(request, context)
            },
        ]
    }

    /// Returns a response that a client may read, with its run's request.
    ///
    /// - Throws: ``Problem`` if there is none.
    private func stored(_ context: ToriiRequestContext) async throws -> (id: ResponseID, request: TurnRequest) {
        let written = try context.pathParameter("response")
        let client = try context.requireClient().id
        if let id = ResponseID(written) {
            do {
                let record = try await runtime.record(of: id.run, client: client)
                let waitCount = id.waits == 0 ? 0 : try await runtime.waitCount(of: record)
                if let request = TurnRequest(of: record), request.dialect == .responses, request.isStored,
                    id.waits <= waitCount
                {
                    return (id, request)
                }
            } catch let problem as Problem where problem.kind == .notFound {}
        }
        throw Self.unknown(written)
    }

    private static func unknown(_ id: String) -> Problem {
        Problem(.notFound, detail: "there is no response '\(id.excerpt())'; it was not stored, or it was deleted")
    }
}

// MARK: - A new response

extension ResponseRoutes {
    @Sendable private func create(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        var body = try await request.json { try ResponsesRequest(jsonValue: $0) }
        body.turn.locale = request.acceptedLocale
        body.turn.timeZone = try request.timeZone()
        let begun = try await begin(&body, client, key, context)
        if let run = begun.request { body.follow(run, askedOf: begun.model) }
        let id = ResponseID(run: begun.reader.reader.run, after: begun.waits)
        let form = ResponseForm(begun.request ?? body.turn, of: id.run, after: id.waits)
        var response: Response
        if body.turn.stream == true {
            let stream = RunEventStream(
                reader: begun.reader,
                encoder: ResponseEncoder(form, after: begun.waits),
                channel: context.channel,
                heartbeat: heartbeat
            )
            response = try await stream.response(onEarlyFault: !form.isBackground)
        } else if form.isBackground {
            response = try await resource(id, form, client: client.id)
        } else {
            response = try await begun.reader.response(form, after: begun.waits)
        }
        response.note(
            ignored: body.ignored + begun.notes.ignored.map(body.field(of:)),
            emulated: begun.notes.emulated.map(body.field(of:))
        )
        return response
    }

    private func begin(
        _ body: inout ResponsesRequest,
        _ client: Client,
        _ key: String?,
        _ context: ToriiRequestContext
    ) async throws -> BegunTurn {
        let turns = DialectTurns(runtime: runtime)
        let disconnect = try await context.disconnectSignal()
        if let followUp = try await followUp(of: body, client, key, turns) {
            return await turns.begun(followUp, disconnect)
        }
        if let pointer = body.outputs.first?.pointer ?? body.decisions.first?.pointer,
            body.previousResponse != nil || !body.decisions.isEmpty
        {
            let detail = "no response waits for this; its time has passed, or it was answered with other items"
            throw Problem(.invalidRequest, detail: detail, faults: [.init(pointer: pointer, detail: detail)])
        }
        if case .existing(let conversation) = body.turn.conversation, !body.turn.isStored {
            body.turn.conversation = try await runtime.snapshot(of: conversation, client: client.id)
        }
        if let earlier = try await runtime.earlierRequest(under: key, client: client.id) {
            // A repeated request must not follow another turn than before.
            body.turn.conversation = earlier.conversation
            if let previous = body.previousResponse { try await inherit(from: previous, &body, client.id) }
        } else {
            try await place(&body, client)
        }
        do {
            return try await turns.start(body.turn, client, key, context, disconnect)
        } catch let problem as Problem {
            throw problem.named(by: body.field(of:))
        }
    }

    /// Sets the conversation in which the turn follows the earlier response, if the request names one.
    private func place(_ body: inout ResponsesRequest, _ client: Client) async throws {
        guard let previous = body.previousResponse else { return }
        let found = try await runtime.continuation(
            of: previous.run,
            after: previous.waits,
            for: body.turn,
            client: client
        ) { reason in
            let detail = "the previous response '\(previous.description.excerpt())' cannot be continued: \(reason)"
            return Problem(
                .invalidRequest,
                detail: detail,
                faults: [.init(pointer: "#/previous_response_id", detail: detail, kind: .unknownResponse)]
            )
        }
        body.turn.conversation = found.conversation
        body.inherit(from: found.request)
    }

    /// Counts the tokens of a request's input, without a turn.
    @Sendable private func countTokens(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        var body = try await request.json { try ResponsesRequest(jsonValue: $0) }
        body.turn.locale = request.acceptedLocale
        body.turn.timeZone = try request.timeZone()
        // So that no conversation is made for the count.
        body.turn.isStored = false
        if body.turn.conversation == .new { body.turn.conversation = .none }
        try await place(&body, client)
        let turn = body.turn
        let tokens = try await interruptions(context).run { [runtime] in
            try await runtime.countInputTokens(of: turn, client: client)
        }
        var response = Response.json(["object": "response.input_tokens", "input_tokens": .integer(tokens.count)])
        response.note(ignored: body.ignored, emulated: tokens.isEstimated ? ["input_tokens"] : [])
        return response
    }

    private func inherit(from previous: ResponseID, _ body: inout ResponsesRequest, _ client: String) async throws {
        guard let record = try? await runtime.record(of: previous.run, client: client),
            let request = TurnRequest(of: record)
        else {
            return
        }
        body.inherit(from: request)
    }

    /// Resumes the run that waits for the request's outputs and decisions; `nil` if there is none.
    private func followUp(
        of body: ResponsesRequest,
        _ client: Client,
        _ key: String?,
        _ turns: DialectTurns
    ) async throws -> FollowUp? {
        let outputs = body.outputs.compactMap { output in
            ClientCallID(output.call).map {
                ($0.run, ItemOutput(item: $0.item, text: output.text, pointer: output.pointer, member: "output"))
            }
        }
        let runs = Set(outputs.map(\.0) + body.decisions.map(\.request.run))
        guard let run = runs.first, runs.count == 1, outputs.count == body.outputs.count,
            body.previousResponse.map({ $0.run == run }) ?? true
        else {
            return nil
        }
        // A request with the whole thread is answered from its own items.
        if body.previousResponse == nil, body.imageOutput != nil { return nil }
        if let pointer = body.unacceptableItem {
            let detail =
                "a response that waits continues with the text of outputs and with decisions only; send other items in the next request"
            throw Problem(.invalidRequest, detail: detail, faults: [.init(pointer: pointer, detail: detail)])
        }
        guard !body.decisions.isEmpty else {
            return try await runtime.resumeRun(
                run,
                with: outputs.map(\.1),
                client: client,
                idempotencyKey: key,
                hasMessages: body.previousResponse == nil
            )
        }
        let decisions = body.decisions.map { decision in
            let answer: CallAnswer = decision.isApproved ? .approval : .rejection(reason: decision.reason)
            return (call: decision.request.call, answer: answer, pointer: decision.pointer)
        }
        return try await runtime.resumeRun(run, deciding: decisions, and: outputs.map(\.1), client: client)
    }
}

// MARK: - A stored response

extension ResponseRoutes {
    @Sendable private func read(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let (id, turn) = try await stored(context)
        let client = try context.requireClient()
        let form = ResponseForm(turn, of: id.run, after: id.waits)
        let after = try request.wholeNumber("starting_after", in: 0...Int(Int32.max))
        guard try request.flag("stream") else {
            if after != nil {
                throw Problem(.invalidRequest, detail: "starting_after is only for streams; add stream=true")
            }
            return try await resource(id, form, client: client.id)
        }
        guard request.method != .head else {
            // No reader is attached, because even a reader that reads nothing would count as a reader of the run.
            return Response(status: .ok, headers: RunEventStream.headers)
        }
        let disconnect = try await context.disconnectSignal()
        let reader = try await runtime.reader(of: id.run, after: nil, client: client.id, token: client.tokenID)
        guard let reader else { throw Self.unknown(id.description) }
        let stream = RunEventStream(
            reader: AttachedReader(reader, disconnect: disconnect),
            encoder: ResponseEncoder(form, after: id.waits, from: after.map { $0 + 1 } ?? 0),
            channel: context.channel,
            heartbeat: heartbeat
        )
        return try await stream.response(onEarlyFault: false)
    }

    /// Returns a response as it is now.
    private func resource(_ id: ResponseID, _ form: ResponseForm, client: String) async throws -> Response {
        var encoder = ResponseEncoder(form, after: id.waits, from: nil)
        var frames: [UInt8] = []
        let record = try await runtime.readEvents(of: id.run, client: client) { encoder.encode($0, into: &frames) }
        if encoder.hasStarted { return .json(text: encoder.resource) }
        guard id.waits == 0 else { throw Self.unknown(id.description) }
        let start = RunStart(
            run: id.run,
            conversation: record.conversation,
            model: record.model,
            createdAt: Int(record.createdAt.timeIntervalSince1970)
        )
        return .json(text: encoder.queuedResource(start))
    }

    @Sendable private func cancel(_ context: ToriiRequestContext) async throws -> Response {
        let (id, turn) = try await stored(context)
        let client = try context.requireClient()
        let form = ResponseForm(turn, of: id.run, after: id.waits)
        let isWaiting = try await runtime.record(of: id.run, client: client.id).status == .waiting
        guard form.isBackground || isWaiting else {
            throw Problem(
                .invalidRequest,
                detail:
                    "only a response with background, or one that waits for its client, can be cancelled; close the connection of any other"
            )
        }
        try await stop(id, client, context)
        return try await resource(id, form, client: client.id)
    }

    /// Stops the run of a response and waits for its end.
    private func stop(_ id: ResponseID, _ client: Client, _ context: ToriiRequestContext) async throws {
        try await runtime.cancel(id.run, client: client.id)
        let reader = try await runtime.reader(of: id.run, after: nil, client: client.id, token: client.tokenID)
        guard let reader else { return }
        let attached = AttachedReader(reader, disconnect: try await context.disconnectSignal())
        while try await attached.reader.outcome().ending == nil {}
    }

    private func interruptions(_ context: ToriiRequestContext) async throws -> Interruptions {
        Interruptions(disconnect: try await context.disconnectSignal(), grace: grace)
    }

    @Sendable private func inputItems(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let (id, turn) = try await stored(context)
        let limit = try request.wholeNumber("limit", in: 1...100) ?? 20
        let order = request.query("order").map { ResponseInputItems.Order(rawValue: $0) } ?? .descending
        guard let order else { throw Problem(.invalidRequest, detail: "order must be asc or desc") }
        let after = request.query("after")
        guard let page = ResponseInputItems(of: turn, in: id.run, order, after: after, limit: limit) else {
            throw Problem(.invalidRequest, detail: "after must be the id of an item of this list")
        }
        return .json(page.jsonValue)
    }
}

extension AttachedReader {
    /// Waits for the response of a run, or for the one that its wait completes.
    ///
    /// - Throws: ``Problem`` if the run ended without a response; `CancellationError` if the caller has disconnected.
    fileprivate func response(_ form: ResponseForm, after waits: Int) async throws -> Response {
        // This waits first, because reading events at once would wake this task for each of them.
        _ = try await reader.outcome()
        var encoder = ResponseEncoder(form, after: waits, from: nil)
        var frames: [UInt8] = []
        while !encoder.isOver {
            switch try await reader.next() {
            case .events(let lines, _): encoder.encode(lines, into: &frames)
            case .quiet, .behind, .nothing: continue
            case .over: throw Problem(.internalError, detail: "the run \(reader.run) has no end")
            case .closed:
                try reader.check()
                throw CancellationError()
            }
        }
        if let problem = encoder.failure { throw reader.problemForCaller(problem) }
        return .json(text: encoder.resource)
    }
}

extension Request {
    /// Returns a query parameter that is a whole number; `nil` if it is missing.
    ///
    /// - Throws: ``Problem`` for any other text, and for a number outside of the range.
    func wholeNumber(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = query(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                .invalidRequest,
                detail: "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// Returns a query parameter that is true or false; false if it is missing.
    ///
    /// - Throws: ``Problem`` for any other text.
    fileprivate func flag(_ name: String) throws(Problem) -> Bool {
        switch query(name)?.lowercased() {
        case nil, "false": return false
        case "true": return true
        default: throw Problem(.invalidRequest, detail: "\(name) must be true or false")
        }
    }
}
