import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import StreamSafeText
import StreamingJSON

/// The routes of OpenAI's chat completions (`POST /v1/chat/completions`), and of the models that a request may name.
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
                // Clients escape the slash in the name of a model.
                let name = (written.removingPercentEncoding ?? written).streamSafe
                guard let model = try await models[name] else {
                    throw Problem(
                        .notFound,
                        detail: "there is no model '\(name.excerpt())'; GET /v1/models lists the models",
                        faults: [.init(pointer: "#/model", detail: "not a model", kind: .unknownModel)]
                    )
                }
                return .json(model.jsonValue)
            },
        ]
    }

    /// The creation time that is reported for all models, because it is unknown: 2026-11-21, the day of the first commit.
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
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        var completion = try await request.json { try ChatCompletionRequest(jsonValue: $0) }
        completion.turn.locale = request.acceptedLocale
        completion.turn.timeZone = try request.timeZone()
        let disconnect = try await context.disconnectSignal()
        let notes: ParameterNotes
        let reader: RunReader
        let waits: Int
        if let followUp = try await followUp(of: completion, client, key) {
            notes = await self.notes(on: followUp)
            if let request = followUp.request { completion.follow(request, askedOf: followUp.model) }
            (reader, waits) = (followUp.reader, followUp.waits)
        } else {
            notes = try await runtime.parameterNotes(on: completion.turn)
            reader = try await runtime.start(
                .turn(completion.turn),
                client: client,
                idempotencyKey: key,
                requestID: context.id,
                at: context.receivedAt
            )
            waits = 0
        }
        let attached = AttachedReader(reader, disconnect: disconnect)
        var response: Response
        if completion.turn.stream == true {
            let stream = RunEventStream(
                reader: attached,
                encoder: ChatCompletionEncoder(completion.options, after: waits),
                channel: context.channel,
                heartbeat: heartbeat
            )
            response = try await stream.response(onEarlyFault: true)
        } else {
            response = .json(try await attached.completion(completion.options, after: waits))
        }
        let ignored = completion.ignored + notes.ignored.map(completion.field(of:))
        if !ignored.isEmpty { response.headers[.ignored] = ignored.joined(separator: ", ") }
        let emulated = notes.emulated.map(completion.field(of:))
        if !emulated.isEmpty { response.headers[.emulated] = emulated.joined(separator: ", ") }
        return response
    }

    /// Returns the run that waits for the outputs at the end of the conversation; `nil` if there is none.
    private func followUp(
        of completion: ChatCompletionRequest,
        _ client: Client,
        _ key: String?
    ) async throws -> FollowUp? {
        let outputs = completion.outputs.compactMap { output in
            ClientCallID(output.call).map {
                ($0.run, ItemOutput(item: $0.item, text: output.text, pointer: output.pointer))
            }
        }
        guard let run = outputs.first?.0, outputs.count == completion.outputs.count, outputs.allSatisfy({ $0.0 == run })
        else {
            return nil
        }
        return try await runtime.resumeRun(run, with: outputs.map(\.1), client: client, idempotencyKey: key)
    }

    /// Returns the notes on the parameters of the run's original request; none if its model is no longer available.
    private func notes(on followUp: FollowUp) async -> ParameterNotes {
        guard var request = followUp.request else { return ParameterNotes() }
        request.model = followUp.model
        return (try? await runtime.parameterNotes(on: request)) ?? ParameterNotes()
    }
}

extension AttachedReader {
    /// Waits for the reply of a run, or for the calls that it waits for.
    ///
    /// - Throws: ``Problem`` if the run ended without a reply; `CancellationError` if the caller has disconnected.
    fileprivate func completion(_ options: ChatCompletionOptions, after waits: Int) async throws -> JSONValue {
        let outcome = try await outcome(after: waits, keepsReasoning: options.showsReasoning)
        do {
            return try ChatCompletionReply(outcome, options).jsonValue
        } catch {
            throw reader.problemForCaller(error)
        }
    }

    /// Returns the outcome of the run at its end, or when it waits again.
    private func outcome(after waits: Int, keepsReasoning: Bool) async throws -> RunOutcome {
        var outcome = RunOutcome(keepsReasoning: keepsReasoning)
        // This waits first, because reading events at once would wake this task for each of them.
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
    /// The first language in `Accept-Language`; `nil` if there is none.
    fileprivate var acceptedLocale: String? {
        guard let tag = headers[.acceptLanguage]?.split(whereSeparator: { $0 == "," || $0 == ";" }).first else {
            return nil
        }
        let locale = String(tag.drop { $0 == " " })
        return CallerFields.fault(inLocale: locale) == nil ? locale : nil
    }

    /// Returns the time zone in the request's header; `nil` if there is none.
    ///
    /// - Throws: ``Problem`` for an unknown name.
    fileprivate func timeZone() throws(Problem) -> String? {
        guard let name = headers[.timeZone] else { return nil }
        if let fault = CallerFields.fault(inTimeZone: name) {
            throw Problem(.invalidRequest, detail: "the header field Torii-Time-Zone is \(fault)")
        }
        return name
    }
}
