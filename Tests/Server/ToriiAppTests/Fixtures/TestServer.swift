import AgentRuntime
import EventStreams
import Foundation
import Logging
import Secrets
import ServiceLifecycle
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentServer
@testable import Phrasebook
@testable import ToriiApp

/// A whole server on a free port with its own data folder, and a client for it.
struct TestServer: Sendable {
    static let clientToken = "torii_client_for_tests_0123456789abcdef"
    static let adminToken = "torii_admin_for_tests_0123456789abcdef"

    let baseURL: String
    /// The URL for administrators, if it is a separate one.
    let adminURL: String?
    let dataDirectory: String
    let log: LogCapture
    let client: HTTPClient
    /// The user that requests to the clients' routes name; `nil` for none.
    var user: String?
    private let group: ServiceGroup

    /// Runs a server while `body` runs.
    static func with<Result: Sendable>(
        dataDirectory: String? = nil,
        _ configure: (inout Settings) -> Void = { _ in },
        _ body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let folder = dataDirectory ?? NSTemporaryDirectory() + "torii-server-\(UUID().uuidString)"
        defer { if dataDirectory == nil { try? FileManager.default.removeItem(atPath: folder) } }
        var settings = Settings()
        settings.port = 0
        settings.dataDirectory = folder
        settings.clientToken = SecretString(clientToken)
        settings.adminToken = SecretString(adminToken)
        settings.logLevel = .trace
        // No test may leave this machine, so each upstream without a stand-in is a port on which nothing listens.
        settings.addresses[.openai] = nowhere
        settings.addresses[.anthropic] = nowhere
        settings.addresses[.gemini] = nowhere
        settings.addresses[.ollama] = nowhere
        settings.addresses[.tavily] = nowhere
        settings.addresses[.brave] = nowhere
        settings.addresses[.mediaWiki] = nowhere
        settings.addresses[.openMeteo] = nowhere
        settings.addresses[.openMeteoGeocoding] = nowhere
        settings.addresses[.zaico] = nowhere
        settings.shutdownGrace = .zero
        settings.runLimits.disconnectGrace = .zero
        settings.runLimits.storeDelay = .milliseconds(20)
        // A device of a test may wait for a processor.
        settings.runLimits.deviceCalls = DeviceCallLimits(
            claim: .seconds(120),
            lease: .seconds(120),
            background: .seconds(120),
            query: .seconds(120),
            liveness: .seconds(600)
        )
        configure(&settings)
        let log = LogCapture()
        let (ports, source) = AsyncStream<Greeting>.makeStream()
        let server = ToriiServer(
            settings: settings,
            logger: log.logger,
            showsTokens: false,
            prepare: { services in phrases.withLock { $0.keep(services.phrasebook) } },
            onListening: { source.yield($0) }
        )
        let group = ServiceGroup(
            services: [NamedService(service: server)],
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        )
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { source.finish() }
                try await group.run()
            }
            var listening: Greeting?
            for await port in ports {
                listening = port
                break
            }
            guard let listening else {
                try await tasks.next()
                throw DidNotStart()
            }
            let client = HTTPClient()
            let running = TestServer(
                baseURL: "http://127.0.0.1:\(listening.port)",
                adminURL: listening.adminPort.map { "http://127.0.0.1:\($0)" },
                dataDirectory: folder,
                log: log,
                client: client,
                group: group
            )
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(running)) } catch { result = .failure(error) }
            await client.shutdown()
            await group.triggerGracefulShutdown()
            try await tasks.next()
            return try result.get()
        }
    }

    /// The compiled phrases of earlier servers, because compiling them takes most of the time of a server's start.
    private static let phrases = Mutex(KeptPhrases())

    private struct KeptPhrases {
        private var kept: [LazyPhrases] = []

        mutating func keep(_ model: PhrasebookLanguageModel) {
            let phrases = model.executorConfiguration.phrases
            kept.removeAll { $0 === phrases }
            kept.append(phrases)
            // Servers with the same tools share theirs, so a few are enough.
            if kept.count > 8 { kept.removeFirst() }
        }
    }

    /// Returns a loopback port on which nothing listens.
    static let nowhere = "http://127.0.0.1:9"

    struct DidNotStart: Error {}
}

extension TestServer {
    /// Returns the same server, to which requests name a user.
    func acting(for user: String) -> TestServer {
        var server = self
        server.user = user
        return server
    }

    /// Makes a client that has users, and returns its id and its token.
    ///
    /// - Parameter settings: The settings of its users; by default those that limit no test.
    func makeClientWithUsers(
        _ name: String = "app",
        scopes: JSONValue = ["users", "chat", "extract", "tools:*", "devices"],
        settings: JSONValue = [
            "scopes": ["chat", "extract", "tools:*", "devices"],
            "plans": [
                "default": [
                    "requests_per_minute": nil, "concurrent_runs": nil, "tokens_per_day": nil, "storage_mb": nil,
                ]
            ],
        ]
    ) async throws -> (id: String, token: String) {
        let made = try await admin(.post, "clients", ["name": .string(name), "scopes": scopes])
        let id = try #require(made.json["client"]?["id"]?.stringValue, "\(made.text)")
        let set = try await admin(.put, "clients/\(id)/users-settings", ["users": settings, "revision": 0])
        #expect(set.status == 200, "\(set.text)")
        return (id, try #require(made.json["token"]?["secret"]?.stringValue))
    }

    /// Asks the server to stop, as SIGTERM does.
    func stop() async { await group.triggerGracefulShutdown() }

    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }

        /// The fields by which the page shows the sign-in that this response made.
        var signInFields: [(String, String)] {
            [
                ("Cookie", String((headers["Set-Cookie"] ?? "").prefix { $0 != ";" })),
                ("Torii-Page-Key", json["page_key"]?.stringValue ?? ""), ("X-Torii", "1"),
            ]
        }
    }

    func send(
        _ method: HTTPMethod,
        _ path: String,
        token: String? = clientToken,
        body: String? = nil,
        headers: [(String, String)] = [("Content-Type", "application/json")],
        at base: String? = nil,
        by client: HTTPClient? = nil
    ) async throws -> Answer {
        var request = request(method, path, token: token, body: body, headers: headers)
        if let base { request.url = base + path }
        let response = try await (client ?? self.client).send(request)
        let answer = Answer(
            status: response.status,
            headers: response.headers,
            bytes: try await response.body.collect(upTo: 1 << 24)
        )
        for fault in try APIContract.faults(method.rawValue, path, answer) { Issue.record("\(fault)") }
        return answer
    }

    /// Performs a turn with a JSON response.
    func chat(_ message: String, conversation: String? = nil, locale: String? = nil) async throws -> JSONValue {
        var body: JSONObject = ["message": .string(message)]
        if let conversation { body["conversation"] = .string(conversation) }
        if let locale { body["locale"] = .string(locale) }
        return try await send(.post, "/v1/chat", body: JSONValue.object(body).serialized()).json
    }

    /// Starts a turn with a stream.
    func stream(_ message: String, conversation: String? = nil) async throws -> HTTPResponse {
        var body: JSONObject = ["message": .string(message), "stream": true]
        if let conversation { body["conversation"] = .string(conversation) }
        return try await client.send(
            request(.post, "/v1/chat", token: Self.clientToken, body: JSONValue.object(body).serialized())
        )
    }

    /// Performs a turn with a stream and reads it to its end.
    func events(_ message: String, conversation: String? = nil) async throws -> [ServerSentEvent] {
        try await stream(message, conversation: conversation).events()
    }

    /// Starts a turn with further fields in its body.
    func stream(
        _ body: JSONObject,
        path: String = "/v1/chat",
        token: String? = clientToken,
        headers: [(String, String)] = []
    ) async throws -> HTTPResponse {
        var body = body
        body["stream"] = true
        return try await client.send(
            request(
                .post,
                path,
                token: token,
                body: JSONValue.object(body).serialized(),
                headers: [("Content-Type", "application/json")] + headers
            )
        )
    }

    /// Reads a run from a position on.
    func reattach(
        _ run: String,
        lastEventID: String? = nil,
        after: Int? = nil,
        token: String? = clientToken,
        headers: [(String, String)] = []
    ) async throws -> HTTPResponse {
        try await client.send(
            request(
                .get,
                "/v1/runs/\(run)/events" + (after.map { "?after=\($0)" } ?? ""),
                token: token,
                body: nil,
                headers: headers + (lastEventID.map { [("Last-Event-ID", $0)] } ?? [])
            )
        )
    }

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        token: String?,
        body: String?,
        headers: [(String, String)] = [("Content-Type", "application/json")]
    ) -> HTTPRequest {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.append(name, .plain(value)) }
        if let token { fields.append("Authorization", .plain("Bearer \(token)")) }
        if let user, !path.hasPrefix("/admin") { fields.append("Torii-User", .plain(user)) }
        return HTTPRequest(method, baseURL + path, headers: fields, body: body.map { Array($0.utf8) }, isTrusted: true)
    }
}

extension HTTPResponse {
    /// Reads the events to the end.
    func events() async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for try await event in body.serverSentEvents { events.append(event) }
        return events
    }
}

extension ServerSentEvent {
    var json: JSONValue { (try? JSONValue(parsing: data)) ?? .null }
}
