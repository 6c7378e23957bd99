import StreamingJSON

/// A stand-in for OpenAI's Responses interface: `POST /v1/responses`, streamed or not, and `GET /v1/models`.
public struct OpenAIResponsesStandIn: ModelStandIn {
    /// The underlying server.
    public let server: StandInServer
    /// The model that answers.
    public let model: StandInModel

    /// Makes a stand-in that serves a model in this dialect.
    public init(port: Int, model: StandInModel) {
        self.model = model
        self.server = StandInServer(name: "openai-responses", port: port) { await Self.answer($0, model) }
    }

    /// The base URL with the version, as clients of this upstream are configured.
    public var baseURL: String { server.baseURL + "/v1" }

    /// A failure in the upstream's format, which all its interfaces share.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        OpenAIStandIn.failure(status, retryAfter: retryAfter)
    }

    private static func answer(_ request: RecordedRequest, _ model: StandInModel) async -> StandInReply {
        guard model.keys.accept(request.bearerToken) else { return OpenAIStandIn.wrongKey(request.bearerToken) }
        return switch (request.method, request.path) {
        case ("GET", "/v1/models"): OpenAIStandIn.models
        case ("POST", "/v1/responses"): await respond(request, model)
        case (_, "/v1/models"), (_, "/v1/responses"): OpenAIStandIn.notAllowed(request)
        default: OpenAIStandIn.unknownURL(request)
        }
    }

    private static func respond(_ recorded: RecordedRequest, _ model: StandInModel) async -> StandInReply {
        guard let json = recorded.jsonObject else { return OpenAIStandIn.notJSON }
        guard json["model"]?.stringValue != nil else { return OpenAIStandIn.missing("model") }
        let body = ResponsesRequest(json)
        if let fault = body.fault { return OpenAIStandIn.refused(fault) }
        if let path = body.refusedToolName { return OpenAIStandIn.refusedToolName(path) }
        return await model.reply(to: body.chatRequest) { turn in
            let writer = ResponseWriter(
                id: turn.id(digits: 22),
                created: turn.created,
                request: json,
                script: turn.script,
                pace: turn.pace
            )
            let headers = OpenAIStandIn.headers(requestID: String(turn.number))
            return json["stream"]?.boolValue ?? false
                ? .eventStream(writer.pieces(), headers: headers) : .json(writer.object(), headers: headers)
        }
    }
}
