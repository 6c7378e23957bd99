import StreamingJSON

/// A stand-in for Anthropic's Messages interface: `POST /v1/messages`, streamed or not, `POST /v1/messages/count_tokens` and
/// `GET /v1/models`.
///
/// It checks requests by the upstream's rules, so that a client that breaks one receives the upstream's error.
public struct AnthropicStandIn: ModelStandIn {
    /// The underlying server.
    public let server: StandInServer
    /// The model that answers.
    public let model: StandInModel

    /// Makes a stand-in that serves a model in this dialect.
    public init(port: Int, model: StandInModel) {
        self.model = model
        self.server = StandInServer(name: "anthropic", port: port) { await Self.answer($0, model) }
    }

    private static func answer(_ request: RecordedRequest, _ model: StandInModel) async -> StandInReply {
        guard model.keys.accept(request.header("x-api-key") ?? request.bearerToken) else { return failure(401) }
        guard let version = request.header("anthropic-version"), !version.isEmpty else {
            return invalid("anthropic-version: header is required")
        }
        return switch (request.method, request.path) {
        case ("GET", "/v1/models"): models
        case ("POST", "/v1/messages"): await message(request, version: version, model)
        case ("POST", "/v1/messages/count_tokens"): count(request, version: version)
        default: error(404, "not_found_error", "Not Found")
        }
    }

    private static var models: StandInReply {
        .json([
            "data": [
                [
                    "type": "model", "id": "stand-in", "display_name": "Stand-in",
                    "created_at": "2026-11-21T00:00:00Z",
                ]
            ],
            "has_more": false, "first_id": "stand-in", "last_id": "stand-in",
        ])
    }

    private static func count(_ recorded: RecordedRequest, version: String) -> StandInReply {
        guard var json = recorded.jsonObject?.objectValue else { return invalid("The request body is not valid JSON") }
        for name in ["max_tokens", "stream", "temperature", "stop_sequences"] where json[name] != nil {
            return invalid("\(name): Extra inputs are not permitted")
        }
        // The other rules are those of a message, which has a limit.
        json["max_tokens"] = 1_000_000
        if let fault = MessagesRequest(.object(json)).fault(version: version) { return invalid(fault) }
        return .json(["input_tokens": .integer(recorded.countedTokens)], headers: headers(requestID: "count"))
    }

    private static func message(
        _ recorded: RecordedRequest,
        version: String,
        _ model: StandInModel
    ) async -> StandInReply {
        guard let json = recorded.jsonObject else { return invalid("The request body is not valid JSON") }
        let body = MessagesRequest(json)
        if let fault = body.fault(version: version) { return invalid(fault) }
        return await model.reply(to: body.chatRequest) { turn in
            let writer = MessageWriter(
                id: turn.id(digits: 17),
                model: json["model"]?.stringValue ?? "",
                script: turn.script,
                pace: turn.pace
            )
            let headers = headers(requestID: String(turn.number))
            return json["stream"]?.boolValue ?? false
                ? .eventStream(writer.pieces(), headers: headers) : .json(writer.object(), headers: headers)
        }
    }
}
