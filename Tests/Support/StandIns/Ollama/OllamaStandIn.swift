import StreamingJSON

/// A stand-in for an Ollama server: `POST /api/chat`, streamed or not, `POST /api/show`, `GET /api/tags` and `GET /api/version`.
///
/// Keys are required if it has any, because a proxy before the server may require one.
public struct OllamaStandIn: ModelStandIn {
    /// The abilities of the model besides completion, as `ollama show` lists them.
    public enum Ability: String, Sendable, CaseIterable { case tools, thinking, vision }

    /// The underlying server.
    public let server: StandInServer
    /// The model that answers.
    public let model: StandInModel

    /// Makes a stand-in that serves a model with all abilities in this dialect.
    public init(port: Int, model: StandInModel) {
        self.init(port: port, model: model, abilities: Set(Ability.allCases))
    }

    /// Makes a stand-in that serves a model with these abilities in this dialect.
    public init(port: Int, model: StandInModel, abilities: Set<Ability>) {
        self.model = model
        self.server = StandInServer(name: "ollama", port: port) { await Self.answer($0, model, abilities) }
    }

    /// Runs a stand-in whose model has these abilities while `body` runs.
    public static func with<Result>(
        abilities: Set<Ability>,
        script: @escaping Script,
        _ body: (OllamaStandIn) async throws -> Result
    ) async throws -> Result {
        try await OllamaStandIn(port: 0, model: StandInModel(script: script), abilities: abilities).running(body)
    }

    private static func answer(
        _ request: RecordedRequest,
        _ model: StandInModel,
        _ abilities: Set<Ability>
    ) async -> StandInReply {
        guard model.keys.accept(request.bearerToken) else { return failure(401) }
        return switch (request.method, request.path) {
        case ("GET", "/api/version"): .json(["version": "0.12.6"])
        case ("GET", "/api/tags"): .json(["models": [["name": "stand-in", "model": "stand-in", "size": 0]]])
        case ("POST", "/api/show"): show(request, abilities)
        case ("POST", "/api/chat"): await chat(request, model, abilities)
        default: .text("404 page not found", status: 404)
        }
    }

    private static func show(_ recorded: RecordedRequest, _ abilities: Set<Ability>) -> StandInReply {
        let name = recorded.jsonObject?["model"]?.stringValue ?? ""
        guard !name.isEmpty, !name.hasPrefix("stand-in-unknown") else { return error(404, "model '\(name)' not found") }
        let words = ["completion"] + abilities.map(\.rawValue).sorted()
        return .json(["capabilities": .array(words.map(JSONValue.string)), "details": ["family": "stand-in"]])
    }

    private static func chat(
        _ recorded: RecordedRequest,
        _ model: StandInModel,
        _ abilities: Set<Ability>
    ) async -> StandInReply {
        guard let json = recorded.jsonObject else { return error(400, "invalid character in the request body") }
        let body = OllamaRequest(json)
        if let fault = body.fault(abilities: abilities) { return fault }
        // The error is an ordinary line, after which the stream ends normally.
        return await model.reply(to: body.chatRequest, errorBreaksOff: false) { turn in
            let writer = OllamaWriter(model: body.model, script: turn.script, pace: turn.pace)
            // Unlike elsewhere, streaming is the default.
            return json["stream"]?.boolValue ?? true
                ? StandInReply(
                    headers: [("Content-Type", "application/x-ndjson")],
                    pieces: writer.pieces(),
                    framing: .chunked
                ) : .json(writer.object(), contentType: "application/json; charset=utf-8")
        }
    }
}

extension OllamaStandIn {
    /// A failure in the format of the upstream, or of a proxy before it.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        let sentence =
            switch status {
            case 401, 403: "unauthorized sk-standin-echo"
            case 404: "model 'stand-in-unknown' not found"
            case 429: "too many requests"
            case 503: "server busy, please try again.  maximum pending requests exceeded"
            case 500...: "llama runner process has terminated"
            default: "the stand-in refuses this request"
            }
        return error(status, sentence, retryAfter.map { [("Retry-After", String($0))] } ?? [])
    }

    /// The prompt is longer than the loaded context: the engine's error, as text inside the error.
    public static func promptTooLong(_ tokenCount: Int, contextSize: Int) -> StandInReply {
        let inner: JSONValue = [
            "error": [
                "code": 400,
                "message": .string("request (\(tokenCount) tokens) exceeds the available context size"),
                "type": "exceed_context_size_error", "n_prompt_tokens": .integer(tokenCount),
                "n_ctx": .integer(contextSize),
            ]
        ]
        return error(400, inner.serialized())
    }

    static func error(
        _ status: Int,
        _ message: String,
        _ headers: [(name: String, value: String)] = []
    ) -> StandInReply {
        .json(
            ["error": .string(message)],
            status: status,
            headers: headers,
            contentType: "application/json; charset=utf-8"
        )
    }
}
