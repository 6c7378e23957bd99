import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON
import ToolRecords

extension ResponseRoutes {
    @Sendable func create(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        let read = try await request.json(in: bodies, for: client, images: \.turn.input) {
            try ResponsesRequest(jsonValue: $0)
        }
        var body = read.0
        body.turn.locale = request.acceptedLocale
        body.turn.timeZone = try request.timeZone()
        // For programs whose client library has no place for members of a body that only this server knows.
        if request.headers[.items]?.lowercased() == "none" { body.turn.echo["own_items"] = false }
        let begun = try await begin(&body, client, key, context)
        read.1.leave()
        if let run = begun.request { body.follow(run, askedOf: begun.model) }
        let id = ResponseID(run: begun.reader.reader.run, after: begun.waits)
        let form = ResponseForm(begun.request ?? body.turn, of: id.run, after: id.waits)
        var response: Response
        if body.turn.stream == true {
            let stream = RunEventStream(
                reader: begun.reader,
                encoder: ResponseEncoder(form, after: begun.waits),
                channel: context.channel,
                heartbeat: heartbeat,
                isResumable: form.isBackground
            )
            response = try await stream.response(onEarlyFault: !form.isBackground)
        } else if form.isBackground {
            response = try await resource(id, form, owner: client.owner)
        } else {
            response = try await begun.reader.response(form, after: begun.waits)
        }
        response.note(replacementOf: body.turn.model, in: runtime.models(of: client))
        response.note(
            ignored: body.ignored + begun.notes.ignored.map(body.field(of:)),
            emulated: begun.notes.emulated.map(body.field(of:))
        )
        return response
    }

    private func begin(
        _ body: inout ResponsesRequest,
        _ client: Principal,
        _ key: String?,
        _ context: ToriiRequestContext
    ) async throws -> BegunTurn {
        let turns = DialectTurns(runtime: runtime)
        let disconnect = try await context.disconnectSignal()
        try await resolveReferences(&body, client)
        if let followUp = try await followUp(of: body, client, key, turns) {
            return await turns.begun(followUp, client, disconnect)
        }
        if let pointer = body.outputs.first?.pointer ?? body.decisions.first?.pointer,
            body.previousResponse != nil || !body.decisions.isEmpty
        {
            let detail = "no response waits for this; its time has passed, or it was answered with other items"
            throw Problem(.invalidRequest, detail: detail, faults: [.init(pointer: pointer, detail: detail)])
        }
        if case .existing(let conversation) = body.turn.conversation, !body.turn.isStored {
            body.turn.conversation = try await runtime.snapshot(of: conversation, owner: client.owner)
        }
        if let earlier = try await runtime.earlierRequest(under: key, owner: client.owner) {
            // A repeated request must not follow another turn than before.
            body.turn.conversation = earlier.conversation
            if let previous = body.previousResponse { try await inherit(from: previous, &body, client.owner) }
        } else {
            try await place(&body, client)
        }
        do {
            return try await turns.start(body.turn, client, key, context, disconnect)
        } catch var problem as Problem {
            if problem.kind == .notFound, problem.faults.isEmpty, body.turn.conversation.readID != nil {
                problem.faults = FaultList([.init(pointer: "#/conversation", detail: problem.detail)])
            }
            throw problem.named(by: body.field(of:))
        }
    }

    /// Sets the conversation in which the turn follows the earlier response, if the request names one.
    private func place(_ body: inout ResponsesRequest, _ client: Principal) async throws {
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
    @Sendable func countTokens(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let read = try await request.json(in: bodies, for: client, images: \.turn.input) {
            try ResponsesRequest(jsonValue: $0)
        }
        defer { withExtendedLifetime(read.1) {} }
        var body = read.0
        body.turn.locale = request.acceptedLocale
        body.turn.timeZone = try request.timeZone()
        try await resolveReferences(&body, client)
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

    /// Replaces references to items of the client's stored responses by the items.
    private func resolveReferences(_ body: inout ResponsesRequest, _ client: Principal) async throws {
        let runs = Set(body.references.compactMap(\.run))
        guard runs.count <= Self.mostReferencedRuns else {
            throw Problem(
                .invalidRequest,
                detail:
                    "the references name items of \(runs.count) responses, more than \(Self.mostReferencedRuns); send the items themselves",
                faults: [.init(pointer: "#/input", detail: "has references to too many responses")]
            )
        }
        var items: [String: JSONValue] = [:]
        for run in runs {
            guard let record = try? await runtime.record(of: run, owner: client.owner),
                let request = TurnRequest(of: record), request.dialect == .responses, request.isStored
            else {
                continue
            }
            for waits in 0...(try await runtime.waitCount(of: record)) {
                var encoder = ResponseEncoder(ResponseForm(request, showsAll: true), after: waits, from: nil)
                var frames: [UInt8] = []
                _ = try await runtime.readEvents(of: run, owner: client.owner) { encoder.encode($0, into: &frames) }
                items.merge(encoder.itemsByID) { $1 }
            }
        }
        try body.resolve(items)
    }

    /// The maximum number of responses whose items a request may name.
    private static let mostReferencedRuns = 64

    private func inherit(from previous: ResponseID, _ body: inout ResponsesRequest, _ owner: Owner) async throws {
        guard let record = try? await runtime.record(of: previous.run, owner: owner),
            let request = TurnRequest(of: record)
        else {
            return
        }
        body.inherit(from: request)
    }

    /// Resumes the run that waits for the request's outputs and decisions; `nil` if there is none.
    private func followUp(
        of body: ResponsesRequest,
        _ client: Principal,
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
            try runtime.requireNoDecision(beside: outputs.map(\.1), of: run, client: client)
            return try await runtime.resumeRun(
                run,
                with: outputs.map(\.1),
                choosing: body.turn.toolChoice,
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
        return .json(text: encoder.resource).costing(encoder.cost)
            .lowering("max_output_tokens", to: encoder.loweredLimit)
    }
}
