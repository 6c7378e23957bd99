import StreamingJSON

/// A stand-in for Google's Gemini interface: `POST …/models/<model>:streamGenerateContent`, `:generateContent`, `:countTokens`
/// and `GET …/models`, under `/v1` and `/v1beta`.
///
/// It checks requests by the upstream's rules, so that a client that breaks one receives the upstream's error.
public struct GeminiStandIn: ModelStandIn {
    /// The underlying server.
    public let server: StandInServer
    /// The model that answers.
    public let model: StandInModel

    /// Makes a stand-in that serves a model in this dialect.
    public init(port: Int, model: StandInModel) {
        self.model = model
        self.server = StandInServer(name: "gemini", port: port) { await Self.answer($0, model) }
    }

    private static func answer(_ request: RecordedRequest, _ model: StandInModel) async -> StandInReply {
        let key = request.header("x-goog-api-key") ?? request.queryItem("key")
        guard model.keys.accept(key) else { return key == nil ? noKey : wrongKey }
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let version = path.first, ["v1", "v1beta"].contains(version), path.dropFirst().first == "models" else {
            return .html(status: 404)
        }
        guard let last = path.dropFirst(2).first else { return request.method == "GET" ? models : .html(status: 404) }
        let parts = last.split(separator: ":", maxSplits: 1).map(String.init)
        return switch (request.method, parts.last) {
        case ("POST", "streamGenerateContent"): await generate(request, name: parts[0], isStreaming: true, model)
        case ("POST", "generateContent"): await generate(request, name: parts[0], isStreaming: false, model)
        case ("POST", "countTokens"): count(request, name: parts[0])
        default: .html(status: 404)
        }
    }

    private static func count(_ recorded: RecordedRequest, name: String) -> StandInReply {
        guard let json = recorded.jsonObject, let body = json["generateContentRequest"] else {
            return invalid("* CountTokensRequest.contents: contents is not specified")
        }
        guard body["model"]?.stringValue == "models/\(name)" else {
            return invalid("* CountTokensRequest.generate_content_request.model: model is not the one of the path")
        }
        if let fault = GeminiRequest(body, model: name).fault { return invalid(fault) }
        return .json(
            ["totalTokens": .integer(recorded.countedTokens)],
            contentType: "application/json; charset=UTF-8"
        )
    }

    private static var models: StandInReply {
        .json([
            "models": [
                [
                    "name": "models/stand-in", "version": "001", "displayName": "Stand-in",
                    "inputTokenLimit": 1_048_576, "outputTokenLimit": 65_536,
                    "supportedGenerationMethods": ["generateContent", "countTokens"],
                ]
            ]
        ])
    }

    private static func generate(
        _ recorded: RecordedRequest,
        name: String,
        isStreaming: Bool,
        _ model: StandInModel
    ) async -> StandInReply {
        guard let json = recorded.jsonObject else {
            return invalid("Invalid JSON payload received. Unexpected token.")
        }
        guard !name.hasPrefix("stand-in-unknown") else { return failure(404) }
        let body = GeminiRequest(json, model: name)
        if let fault = body.fault { return invalid(fault) }
        return await model.reply(to: body.chatRequest) { turn in
            let writer = GeminiWriter(
                id: "StandIn\(turn.number)",
                model: name,
                script: turn.script,
                pace: turn.pace
            )
            return switch (isStreaming, recorded.queryItem("alt")) {
            case (true, "sse"):
                StandInReply(
                    headers: [("Content-Type", "text/event-stream")],
                    pieces: writer.events(),
                    framing: .chunked
                )
            case (true, _):
                StandInReply(
                    headers: [("Content-Type", "application/json; charset=UTF-8")],
                    pieces: writer.array(),
                    framing: .chunked
                )
            case (false, _): .json(writer.object(), contentType: "application/json; charset=UTF-8")
            }
        }
    }
}
