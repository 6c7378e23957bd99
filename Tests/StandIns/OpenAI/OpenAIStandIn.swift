import StreamingJSON
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Stands in for an OpenAI-compatible upstream: `POST /v1/chat/completions`, streamed or not, and `GET /v1/models`.
public struct OpenAIStandIn: StandIn {
    /// Decides what the model says to a request.
    public typealias Script = @Sendable (ChatRequest) async -> ScriptedReply

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
        self.server = StandInServer(name: "openai", port: port) { await service.answer($0) }
    }

    /// The base URL with the version, as clients of this upstream are configured.
    public var baseURL: String { server.baseURL + "/v1" }

    /// Accepts these API keys from now on; none accepts any.
    public func accept(keys: [String]) { self.keys.replace(by: keys) }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
    public static func with<Result>(
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (OpenAIStandIn) async throws -> Result
    ) async throws -> Result {
        try await OpenAIStandIn(keys: keys, pace: pace, script: script).running(body)
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
            guard keys.accept(request.bearerToken) else { return OpenAIStandIn.wrongKey(request.bearerToken) }
            return switch (request.method, request.path) {
            case ("GET", "/v1/models"): OpenAIStandIn.models
            case ("POST", "/v1/chat/completions"): await complete(request)
            case (_, "/v1/models"), (_, "/v1/chat/completions"): OpenAIStandIn.notAllowed(request)
            default: OpenAIStandIn.unknownURL(request)
            }
        }

        private func complete(_ recorded: RecordedRequest) async -> StandInReply {
            guard let json = try? JSONValue(parsing: recorded.body), json.objectValue != nil else {
                return OpenAIStandIn.notJSON
            }
            guard let messages = json["messages"]?.arrayValue, !messages.isEmpty else {
                return OpenAIStandIn.missing("messages")
            }
            guard json["model"]?.stringValue != nil else { return OpenAIStandIn.missing("model") }
            let request = ChatRequest(json)
            let script = await self.script(request)
            if let failure = script.failure { return failure }
            let number = String(count.add(1, ordering: .relaxed).newValue)
            let completion = ChatCompletion(
                id: "chatcmpl-StandIn" + String(repeating: "0", count: max(0, 22 - number.count)) + number,
                created: time(nil),
                request: request,
                script: script,
                pace: script.pace ?? pace
            )
            let headers = OpenAIStandIn.headers(requestID: number)
            var reply: StandInReply =
                request.isStreaming
                ? .eventStream(completion.pieces(), headers: headers) : .json(completion.object(), headers: headers)
            reply.endsAbruptly = request.isStreaming && script.streamError != nil
            reply.misbehaviour = script.misbehaviour
            return reply
        }
    }
}
