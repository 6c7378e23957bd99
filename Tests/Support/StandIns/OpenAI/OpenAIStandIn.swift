import StreamingJSON

/// A stand-in for an OpenAI-compatible upstream: `POST /v1/chat/completions`, streamed or not, and `GET /v1/models`.
public struct OpenAIStandIn: ModelStandIn {
    /// The underlying server.
    public let server: StandInServer
    /// The model that answers.
    public let model: StandInModel

    /// Makes a stand-in that serves a model in this dialect.
    public init(port: Int, model: StandInModel) {
        self.model = model
        self.server = StandInServer(name: "openai", port: port) { await Self.answer($0, model) }
    }

    /// The base URL with the version, as clients of this upstream are configured.
    public var baseURL: String { server.baseURL + "/v1" }

    private static func answer(_ request: RecordedRequest, _ model: StandInModel) async -> StandInReply {
        guard model.keys.accept(request.bearerToken) else { return wrongKey(request.bearerToken) }
        return switch (request.method, request.path) {
        case ("GET", "/v1/models"): models
        case ("POST", "/v1/chat/completions"): await complete(request, model)
        case (_, "/v1/models"), (_, "/v1/chat/completions"): notAllowed(request)
        default: unknownURL(request)
        }
    }

    private static func complete(_ recorded: RecordedRequest, _ model: StandInModel) async -> StandInReply {
        guard let json = recorded.jsonObject else { return notJSON }
        guard let messages = json["messages"]?.arrayValue, !messages.isEmpty else { return missing("messages") }
        guard json["model"]?.stringValue != nil else { return missing("model") }
        let request = ChatRequest(json)
        if let path = request.refusedToolName { return refusedToolName(path) }
        if let fault = request.faultOfParts { return refused(fault) }
        return await model.reply(to: request) { turn in
            let completion = ChatCompletion(
                id: "chatcmpl-" + turn.id(digits: 22),
                created: turn.created,
                request: request,
                script: turn.script,
                pace: turn.pace
            )
            let headers = headers(requestID: String(turn.number))
            return request.isStreaming
                ? .eventStream(completion.pieces(), headers: headers) : .json(completion.object(), headers: headers)
        }
    }
}
