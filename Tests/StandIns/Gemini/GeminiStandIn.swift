import StreamingJSON
import Synchronization

/// Stands in for Google's Gemini interface: `POST …/models/<model>:streamGenerateContent`, `:generateContent` and
/// `GET …/models`, under `/v1` and `/v1beta`.
///
/// It holds requests to the rules that the upstream holds them to, so that a client which breaks one is told so.
public struct GeminiStandIn: StandIn {
    /// Decides what the model says to a request, which it reads in the form of chat completions, as all model stand-ins' do.
    public typealias Script = OpenAIStandIn.Script

    /// The server below.
    public let server: StandInServer
    private let keys: AcceptedKeys

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - keys: the API keys to accept; none accepts any, also no key at all.
    ///   - pace: the pause before each token, where the script sets none.
    ///   - script: what the model says.
    public init(
        port: Int = 0,
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant
    ) {
        let accepted = AcceptedKeys(keys)
        let service = Service(keys: accepted, pace: pace, script: script)
        self.keys = accepted
        self.server = StandInServer(name: "gemini", port: port) { await service.answer($0) }
    }

    /// Accepts these API keys from now on; none accepts any.
    public func accept(keys: [String]) { self.keys.replace(by: keys) }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
    public static func with<Result>(
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (GeminiStandIn) async throws -> Result
    ) async throws -> Result {
        try await GeminiStandIn(keys: keys, pace: pace, script: script).running(body)
    }

    private final class Service: Sendable {
        let keys: AcceptedKeys
        let pace: Duration
        let script: Script
        let count = Atomic(0)

        init(keys: AcceptedKeys, pace: Duration, script: @escaping Script) {
            self.keys = keys
            self.pace = pace
            self.script = script
        }

        func answer(_ request: RecordedRequest) async -> StandInReply {
            let key = request.header("x-goog-api-key") ?? request.queryItem("key")
            guard keys.accept(key) else { return key == nil ? GeminiStandIn.noKey : GeminiStandIn.wrongKey }
            let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            guard let version = path.first, ["v1", "v1beta"].contains(version), path.dropFirst().first == "models"
            else {
                return .html(status: 404)
            }
            guard let last = path.dropFirst(2).first else { return models(request) }
            let parts = last.split(separator: ":", maxSplits: 1).map(String.init)
            return switch (request.method, parts.last) {
            case ("POST", "streamGenerateContent"): await generate(request, model: parts[0], isStreaming: true)
            case ("POST", "generateContent"): await generate(request, model: parts[0], isStreaming: false)
            default: .html(status: 404)
            }
        }

        private func models(_ request: RecordedRequest) -> StandInReply {
            guard request.method == "GET" else { return .html(status: 404) }
            return .json([
                "models": [
                    [
                        "name": "models/stand-in", "version": "001", "displayName": "Stand-in",
                        "inputTokenLimit": 1_048_576, "outputTokenLimit": 65_536,
                        "supportedGenerationMethods": ["generateContent", "countTokens"],
                    ]
                ]
            ])
        }

        private func generate(_ recorded: RecordedRequest, model: String, isStreaming: Bool) async -> StandInReply {
            guard let json = try? JSONValue(parsing: recorded.body), json.objectValue != nil else {
                return GeminiStandIn.invalid("Invalid JSON payload received. Unexpected token.")
            }
            guard !model.hasPrefix("stand-in-unknown") else { return GeminiStandIn.failure(404) }
            let body = GeminiRequest(json, model: model)
            if let fault = body.fault { return GeminiStandIn.invalid(fault) }
            let script = await self.script(body.chatRequest)
            if let failure = script.failure { return failure }
            let number = count.add(1, ordering: .relaxed).newValue
            let writer = GeminiWriter(
                id: "StandIn\(number)",
                model: model,
                script: script,
                pace: script.pace ?? pace
            )
            var reply: StandInReply =
                switch (isStreaming, recorded.queryItem("alt")) {
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
            reply.endsAbruptly = isStreaming && script.streamError != nil
            reply.misbehaviour = script.misbehaviour
            return reply
        }
    }
}
