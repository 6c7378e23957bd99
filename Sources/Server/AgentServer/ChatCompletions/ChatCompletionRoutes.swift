import APIDescription
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
    let bodies: BodyRoom
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.chatCompletions) { request, context in
                try await complete(request, context)
            },
            Route(.models) { _, context in
                let models = try await models(of: context.requireClient())
                return .json(context.errorForm == .anthropic ? models.anthropicValue : models.jsonValue)
            },
            Route(.model) { _, context in
                let written = try context.pathParameter("model")
                // Clients escape the slash in the name of a model.
                let name = (written.removingPercentEncoding ?? written).streamSafe
                guard let model = try await self.model(named: name, of: context.requireClient()) else {
                    throw Problem(
                        .notFound,
                        detail: "there is no model '\(name.excerpt())'; GET /v1/models lists the models",
                        faults: [.init(pointer: "#/model", detail: "not a model", kind: .unknownModel)]
                    )
                }
                return .json(context.errorForm == .anthropic ? model.anthropicValue : model.jsonValue)
            },
        ]
    }

    /// The creation time that is reported for all models, because it is unknown: 2026-11-21, the day of the first commit.
    private static let createdAt = 1_795_219_200

    private func models(of client: Principal) async throws -> ModelList {
        let offered = runtime.models(of: client)
        let names = try await offered.ready().map { model($0.description, of: $0) }
        let aliases = try await offered.readyAliases().map { model($0.name, of: $0.model) }
        // An alias may have the name of a model.
        return ModelList(names.filter { name in !aliases.contains { $0.id == name.id } } + aliases)
    }

    /// Returns a model by any name that a request may use: one of the list, or one that matches a pattern.
    private func model(named name: String, of client: Principal) async throws -> ModelList.Model? {
        if let listed = try await models(of: client)[name] { return listed }
        guard let entry = runtime.models(of: client).entry(askedFor: name), try await entry.isReady() else {
            return nil
        }
        return model(name, of: entry.reference)
    }

    private func model(_ name: String, of reference: ModelReference) -> ModelList.Model {
        let lives = runtime.models.lives
        let end = lives.end(reference)
        return .init(
            id: name,
            createdAt: Self.createdAt,
            owner: reference.provider.rawValue,
            shutdownDate: end?.day,
            replacement: end.flatMap { lives.replacements.target(of: reference)?.description ?? $0.replacement }
        )
    }

    @Sendable private func complete(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        let key = try IdempotencyKey.read(request.headers)
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoomForRun(of: client, idempotencyKey: key)
        let body = try await request.json(in: bodies, for: client, images: \.turn.input) {
            try ChatCompletionRequest(jsonValue: $0)
        }
        var completion = body.0
        completion.turn.locale = request.acceptedLocale
        completion.turn.timeZone = try request.timeZone()
        let begun = try await DialectTurns(runtime: runtime)
            .begin(completion.turn, outputs: completion.outputs, client, key, context)
        body.1.leave()
        if let request = begun.request { completion.follow(request, askedOf: begun.model) }
        let (attached, waits) = (begun.reader, begun.waits)
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
            response = try await attached.completion(
                completion.options,
                after: waits,
                limitField: completion.field(of: "max_output_tokens")
            )
        }
        response.note(
            ignored: completion.ignored + begun.notes.ignored.map(completion.field(of:)),
            emulated: completion.emulated + begun.notes.emulated.map(completion.field(of:))
        )
        response.note(replacementOf: completion.turn.model, in: runtime.models(of: client))
        return response
    }
}

extension AttachedReader {
    /// Waits for the reply of a run, or for the calls that it waits for.
    ///
    /// - Parameter limitField: The request's field with the limit of output tokens.
    /// - Throws: ``Problem`` if the run ended without a reply; `CancellationError` if the caller has disconnected.
    fileprivate func completion(
        _ options: ChatCompletionOptions,
        after waits: Int,
        limitField: String
    ) async throws -> Response {
        let outcome = try await outcome(after: waits, keepsReasoning: options.showsReasoning)
        do {
            let reply = try ChatCompletionReply(outcome, options)
            return .json(reply.jsonValue).costing(reply.usage.cost).lowering(limitField, to: outcome.loweredLimit)
        } catch {
            throw reader.problemForCaller(error)
        }
    }
}
