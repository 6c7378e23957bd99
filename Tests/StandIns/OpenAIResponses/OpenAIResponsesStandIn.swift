import StreamingJSON
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Stands in for OpenAI's Responses interface: `POST /v1/responses`, streamed or not, and `GET /v1/models`.
public struct OpenAIResponsesStandIn: StandIn {
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
        self.server = StandInServer(name: "openai-responses", port: port) { await service.answer($0) }
    }

    /// The base URL with the version, as clients of this upstream are configured.
    public var baseURL: String { server.baseURL + "/v1" }

    /// Accepts these API keys from now on; none accepts any.
    public func accept(keys: [String]) { self.keys.replace(by: keys) }

    /// A failure as the upstream words it, which is the same for all its interfaces.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        OpenAIStandIn.failure(status, retryAfter: retryAfter)
    }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
    public static func with<Result>(
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (OpenAIResponsesStandIn) async throws -> Result
    ) async throws -> Result {
        try await OpenAIResponsesStandIn(keys: keys, pace: pace, script: script).running(body)
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
            case ("POST", "/v1/responses"): await respond(request)
            case (_, "/v1/models"), (_, "/v1/responses"): OpenAIStandIn.notAllowed(request)
            default: OpenAIStandIn.unknownURL(request)
            }
        }

        private func respond(_ recorded: RecordedRequest) async -> StandInReply {
            guard let json = try? JSONValue(parsing: recorded.body), json.objectValue != nil else {
                return OpenAIStandIn.notJSON
            }
            guard json["model"]?.stringValue != nil else { return OpenAIStandIn.missing("model") }
            let body = ResponsesRequest(json)
            if let fault = body.fault { return OpenAIStandIn.refused(fault) }
            let script = await self.script(body.chatRequest)
            if let failure = script.failure { return failure }
            let number = String(count.add(1, ordering: .relaxed).newValue)
            let writer = ResponseWriter(
                id: "StandIn" + String(repeating: "0", count: max(0, 22 - number.count)) + number,
                created: time(nil),
                request: json,
                script: script,
                pace: script.pace ?? pace
            )
            let headers = OpenAIStandIn.headers(requestID: number)
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
