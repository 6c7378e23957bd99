import StreamingJSON
import Synchronization

/// Stands in for Anthropic's Messages interface: `POST /v1/messages`, streamed or not, and `GET /v1/models`.
///
/// It holds requests to the rules that the upstream holds them to, so that a client which breaks one is told so.
public struct AnthropicStandIn: StandIn {
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
        self.server = StandInServer(name: "anthropic", port: port) { await service.answer($0) }
    }

    /// Accepts these API keys from now on; none accepts any.
    public func accept(keys: [String]) { self.keys.replace(by: keys) }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
    public static func with<Result>(
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (AnthropicStandIn) async throws -> Result
    ) async throws -> Result {
        try await AnthropicStandIn(keys: keys, pace: pace, script: script).running(body)
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
            guard keys.accept(request.header("x-api-key") ?? request.bearerToken) else {
                return AnthropicStandIn.failure(401)
            }
            guard let version = request.header("anthropic-version"), !version.isEmpty else {
                return AnthropicStandIn.invalid("anthropic-version: header is required")
            }
            return switch (request.method, request.path) {
            case ("GET", "/v1/models"): models()
            case ("POST", "/v1/messages"): await message(request, version: version)
            default: AnthropicStandIn.error(404, "not_found_error", "Not Found")
            }
        }

        private func models() -> StandInReply {
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

        private func message(_ recorded: RecordedRequest, version: String) async -> StandInReply {
            guard let json = try? JSONValue(parsing: recorded.body), json.objectValue != nil else {
                return AnthropicStandIn.invalid("The request body is not valid JSON")
            }
            let body = MessagesRequest(json)
            if let fault = body.fault(version: version) { return AnthropicStandIn.invalid(fault) }
            let script = await self.script(body.chatRequest)
            if let failure = script.failure { return failure }
            let number = String(count.add(1, ordering: .relaxed).newValue)
            let writer = MessageWriter(
                id: "StandIn" + String(repeating: "0", count: max(0, 17 - number.count)) + number,
                model: json["model"]?.stringValue ?? "",
                script: script,
                pace: script.pace ?? pace
            )
            let headers = AnthropicStandIn.headers(requestID: number)
            let isStreaming = json["stream"]?.boolValue ?? false
            var reply: StandInReply =
                isStreaming
                ? .eventStream(writer.pieces(), headers: headers) : .json(writer.object(), headers: headers)
            reply.endsAbruptly = isStreaming && script.streamError != nil
            reply.misbehaviour = script.misbehaviour
            return reply
        }
    }
}
