import StreamingJSON

/// Stands in for an Ollama server: `POST /api/chat`, streamed or not, `GET /api/tags` and `GET /api/version`.
public struct OllamaStandIn: StandIn {
    /// Decides what the model says to a request, which it reads in the form of chat completions, as all model stand-ins' do.
    public typealias Script = OpenAIStandIn.Script

    /// What the model can do besides completing, as `ollama show` lists it.
    public enum Ability: String, Sendable, CaseIterable { case tools, thinking }

    /// The server below.
    public let server: StandInServer

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - keys: the keys to accept, as a proxy before the server may want one; none accepts any, also no key at all.
    ///   - abilities: what the model can do.
    ///   - pace: the pause before each token, where the script sets none.
    ///   - script: what the model says.
    public init(
        port: Int = 0,
        keys: [String] = [],
        abilities: Set<Ability> = Set(Ability.allCases),
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant
    ) {
        let service = Service(keys: AcceptedKeys(keys), abilities: abilities, pace: pace, script: script)
        self.server = StandInServer(name: "ollama", port: port) { await service.answer($0) }
    }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
    public static func with<Result>(
        keys: [String] = [],
        abilities: Set<Ability> = Set(Ability.allCases),
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (OllamaStandIn) async throws -> Result
    ) async throws -> Result {
        try await OllamaStandIn(keys: keys, abilities: abilities, pace: pace, script: script).running(body)
    }

    private struct Service: Sendable {
        let keys: AcceptedKeys
        let abilities: Set<Ability>
        let pace: Duration
        let script: Script

        func answer(_ request: RecordedRequest) async -> StandInReply {
            guard keys.accept(request.bearerToken) else { return OllamaStandIn.failure(401) }
            return switch (request.method, request.path) {
            case ("GET", "/api/version"): .json(["version": "0.12.6"])
            case ("GET", "/api/tags"): .json(["models": [["name": "stand-in", "model": "stand-in", "size": 0]]])
            case ("POST", "/api/chat"): await chat(request)
            default: .text("404 page not found", status: 404)
            }
        }

        private func chat(_ recorded: RecordedRequest) async -> StandInReply {
            guard let json = try? JSONValue(parsing: recorded.body), json.objectValue != nil else {
                return OllamaStandIn.error(400, "invalid character in the request body")
            }
            let body = OllamaRequest(json)
            if let fault = body.fault(abilities: abilities) { return fault }
            let script = await self.script(body.chatRequest)
            if let failure = script.failure { return failure }
            let writer = OllamaWriter(model: body.model, script: script, pace: script.pace ?? pace)
            // Unlike elsewhere, a stream is what is given unless it is declined.
            var reply: StandInReply =
                json["stream"]?.boolValue ?? true
                ? StandInReply(
                    headers: [("Content-Type", "application/x-ndjson")],
                    pieces: writer.pieces(),
                    framing: .chunked
                ) : .json(writer.object(), contentType: "application/json; charset=utf-8")
            reply.misbehaviour = script.misbehaviour
            return reply
        }
    }
}

extension OllamaStandIn {
    /// A failure as the upstream, or a proxy before it, words it.
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

    /// The prompt is longer than what the model was loaded with: the engine's own error, as a text within the error.
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
