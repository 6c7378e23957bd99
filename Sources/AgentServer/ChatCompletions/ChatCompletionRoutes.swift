import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import StreamSafeText
import StreamingJSON

/// OpenAI's chat completions (`POST /v1/chat/completions`) and the models that they may name.
struct ChatCompletionRoutes {
    let runtime: AgentRuntime
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.chatCompletions) { request, context in
                try await complete(request, context)
            },
            Route(.models) { _, _ in
                .json(try await models.jsonValue)
            },
            Route(.model) { _, context in
                let written = try context.pathParameter("model")
                // Clients escape the slash that names of models may have.
                let name = (written.removingPercentEncoding ?? written).streamSafe
                guard let model = try await models[name] else {
                    throw Problem(
                        .notFound,
                        detail: "there is no model '\(name.excerpt())'; GET /v1/models lists those that there are",
                        faults: [.init(pointer: "#/model", detail: "not a model", kind: .unknownModel)]
                    )
                }
                return .json(model.jsonValue)
            },
        ]
    }

    /// The time of all models, which nobody tells this server: the day of its first lines, 2026-11-21.
    private static let createdAt = 1_795_219_200

    private var models: ModelList {
        get async throws {
            let names = try await runtime.models.ready()
            return ModelList(
                names.map { .init(id: $0.description, createdAt: Self.createdAt, owner: $0.provider.rawValue) }
            )
        }
    }

    @Sendable private func complete(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // Before the body is read: a request that is refused costs its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        var wanted = try await request.json { try ChatCompletionRequest(jsonValue: $0) }
        wanted.turn.locale = request.acceptedLocale
        wanted.turn.timeZone = try request.timeZone()
        let hangUp = try await context.hangUp()
        let notes: ParameterNotes
        let reader: RunReader
        let waits: Int
        if let followUp = try await followUp(of: wanted, client, key) {
            notes = await self.notes(on: followUp)
            if let request = followUp.request { wanted.follow(request, askedOf: followUp.model) }
            (reader, waits) = (followUp.reader, followUp.waits)
        } else {
            notes = try await runtime.parameterNotes(on: wanted.turn)
            reader = try await runtime.start(
                .turn(wanted.turn),
                client: client,
                idempotencyKey: key,
                requestID: context.id,
                at: context.receivedAt
            )
            waits = 0
        }
        let attached = AttachedReader(reader, hangUp: hangUp)
        var response: Response
        if wanted.turn.stream == true {
            let stream = RunEventStream(
                reader: attached,
                encoder: ChatCompletionEncoder(wanted.options, after: waits),
                channel: context.channel,
                heartbeat: heartbeat
            )
            response = try await stream.response(onEarlyFault: true)
        } else {
            response = .json(try await attached.completion(wanted.options, after: waits))
        }
        let ignored = wanted.ignored + notes.ignored.map(wanted.field(of:))
        if !ignored.isEmpty { response.headers[.ignored] = ignored.joined(separator: ", ") }
        let emulated = notes.emulated.map(wanted.field(of:))
        if !emulated.isEmpty { response.headers[.emulated] = emulated.joined(separator: ", ") }
        return response
    }

    /// The run that waits for the outputs at the end of the conversation; `nil` when none does.
    private func followUp(
        of wanted: ChatCompletionRequest,
        _ client: Client,
        _ key: String?
    ) async throws -> FollowUp? {
        let outputs = wanted.outputs.compactMap { output in
            ClientCallID(output.call).map {
                ($0.run, ItemOutput(item: $0.item, text: output.text, pointer: output.pointer))
            }
        }
        guard let run = outputs.first?.0, outputs.count == wanted.outputs.count, outputs.allSatisfy({ $0.0 == run })
        else {
            return nil
        }
        return try await runtime.resumeRun(run, with: outputs.map(\.1), client: client, idempotencyKey: key)
    }

    /// What becomes of the parameters of a run's own request; nothing is said of a model that is no longer there.
    private func notes(on followUp: FollowUp) async -> ParameterNotes {
        guard var request = followUp.request else { return ParameterNotes() }
        request.model = followUp.model
        return (try? await runtime.parameterNotes(on: request)) ?? ParameterNotes()
    }
}

extension AttachedReader {
    /// The answer of a run as a whole, or what it waits for.
    ///
    /// - Throws: ``Problem`` when the run ended without an answer; `CancellationError` when the caller has gone.
    fileprivate func completion(_ options: ChatCompletionOptions, after waits: Int) async throws -> JSONValue {
        let outcome = try await outcome(after: waits, keepsReasoning: options.showsReasoning)
        do {
            return try ChatCompletionReply(outcome, options).jsonValue
        } catch {
            throw reader.problemForCaller(error)
        }
    }

    /// What the run has come to at its end, or when it waits once more.
    private func outcome(after waits: Int, keepsReasoning: Bool) async throws -> RunOutcome {
        var outcome = RunOutcome(keepsReasoning: keepsReasoning)
        // Before the events are read, so that nobody is woken for each of them.
        _ = try await reader.outcome()
        while true {
            switch try await reader.next() {
            case .events(let lines, _):
                for event in RunEventLine.events(in: lines) {
                    outcome.apply(event)
                    if outcome.ending != nil || outcome.waitCount > waits { return outcome }
                }
            case .quiet, .behind, .nothing: continue
            case .over: return outcome
            case .closed:
                try reader.check()
                throw CancellationError()
            }
        }
    }
}

extension Request {
    /// The language that the caller wants first; `nil` when it names none.
    fileprivate var acceptedLocale: String? {
        guard let tag = headers[.acceptLanguage]?.split(whereSeparator: { $0 == "," || $0 == ";" }).first else {
            return nil
        }
        let locale = String(tag.drop { $0 == " " })
        return CallerFields.fault(inLocale: locale) == nil ? locale : nil
    }

    /// The time zone that the caller names; `nil` when it names none.
    ///
    /// - Throws: ``Problem`` for a name that is none.
    fileprivate func timeZone() throws(Problem) -> String? {
        guard let name = headers[.timeZone] else { return nil }
        if let fault = CallerFields.fault(inTimeZone: name) {
            throw Problem(.invalidRequest, detail: "the header Torii-Time-Zone is \(fault)")
        }
        return name
    }
}
