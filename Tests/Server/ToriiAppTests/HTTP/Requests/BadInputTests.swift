import EventStreams
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var method: HTTPMethod = .post
        var path = "/v1/chat"
        var token: String? = TestServer.clientToken
        var body: String?
        var contentType: String? = "application/json"
        var status: Int
        var problem: String
        var says: String

        var testDescription: String { name }
    }

    private static func repeated(_ element: String, _ count: Int) -> String {
        Array(repeating: element, count: count).joined(separator: ",")
    }

    static let cases = [
        Case(name: "not JSON", body: "{message", status: 400, problem: "invalid-json", says: "at byte 1"),
        Case(name: "empty body", body: "", status: 400, problem: "invalid-json", says: "ends too early"),
        Case(name: "not an object", body: "[1]", status: 400, problem: "invalid-request", says: "JSON object"),
        Case(name: "wrong type", body: #"{"message":1}"#, status: 400, problem: "invalid-request", says: "#/message"),
        Case(
            name: "empty message",
            body: #"{"message":" "}"#,
            status: 400,
            problem: "invalid-request",
            says: "not be empty"
        ),
        Case(
            name: "unknown field",
            body: #"{"message":"a","x":1}"#,
            status: 400,
            problem: "invalid-request",
            says: "unknown field"
        ),
        Case(
            name: "a megabyte of faulty tools",
            body: #"{"message":"a","client_tools":["# + repeated("{}", 340_000) + "]}",
            status: 400,
            problem: "invalid-request",
            says: "has 340000 elements, and at most 64 are accepted"
        ),
        Case(
            name: "a megabyte of unknown fields",
            body: #"{"message":"a""# + (0..<80_000).map { #","k\#($0)":1"# }.joined() + "}",
            status: 400,
            problem: "invalid-request",
            says: "and 79"
        ),
        Case(
            name: "a megabyte of unknown tools",
            body: #"{"message":"a","tools":["# + repeated("\"\(String(repeating: "t", count: 4000))\"", 250) + "]}",
            status: 400,
            problem: "invalid-request",
            says: "and 245 more"
        ),
        Case(
            name: "a model's name of a megabyte",
            body: #"{"message":"a","model":""# + String(repeating: "m", count: 1_000_000) + #""}"#,
            status: 400,
            problem: "invalid-request",
            says: "m…'; it offers"
        ),
        Case(
            name: "unknown tool",
            body: #"{"message":"a","tools":["fly"]}"#,
            status: 400,
            problem: "invalid-request",
            says: "no tool named fly"
        ),
        Case(
            name: "unknown model",
            body: #"{"message":"a","model":"gpt-9"}"#,
            status: 400,
            problem: "invalid-request",
            says: "it offers phrasebook"
        ),
        Case(
            name: "unknown conversation",
            body: #"{"message":"a","conversation":"conv_0"}"#,
            status: 404,
            problem: "not-found",
            says: "no conversation 'conv_0'"
        ),
        Case(
            name: "form body",
            body: "message=a",
            contentType: "application/x-www-form-urlencoded",
            status: 415,
            problem: "unsupported-media-type",
            says: "application/json"
        ),
        Case(
            name: "body of 20 MB",
            body: #"{"message":""# + String(repeating: "a", count: 20_000_000) + #""}"#,
            status: 413,
            problem: "payload-too-large",
            says: "1048576 bytes"
        ),
        Case(
            name: "no token",
            token: nil,
            body: #"{"message":"a"}"#,
            status: 401,
            problem: "unauthorized",
            says: "Bearer"
        ),
        Case(
            name: "wrong token",
            token: "torii_wrong",
            body: #"{"message":"a"}"#,
            status: 401,
            problem: "unauthorized",
            says: "does not know this token"
        ),
        Case(
            name: "placeholder of a token",
            token: "torii_…",
            body: #"{"message":"a"}"#,
            status: 401,
            problem: "unauthorized",
            says: "placeholder or a cut copy"
        ),
        Case(
            name: "admin token on the client side",
            token: TestServer.adminToken,
            body: #"{"message":"a"}"#,
            status: 403,
            problem: "forbidden",
            says: "scope 'chat'"
        ),
        Case(
            name: "client token on the admin side",
            method: .get,
            path: "/admin/upstreams",
            status: 403,
            problem: "forbidden",
            says: "scope 'admin:read'"
        ),
        Case(
            name: "unknown address",
            method: .get,
            path: "/v2/chat",
            status: 404,
            problem: "not-found",
            says: "/v2/chat"
        ),
        Case(
            name: "wrong method",
            method: .get,
            status: 405,
            problem: "method-not-allowed",
            says: "does not support GET; use POST"
        ),
        Case(
            name: "unknown upstream",
            path: "/admin/upstreams/acme/keys",
            token: TestServer.adminToken,
            body: #"{"secret":"a"}"#,
            status: 404,
            problem: "not-found",
            says: "anthropic, brave, caldav, carddav, gemini, openai, tavily, zaico"
        ),
        Case(
            name: "no secret",
            path: "/admin/upstreams/openai/keys",
            token: TestServer.adminToken,
            body: "{}",
            status: 400,
            problem: "invalid-request",
            says: "#/secret"
        ),
    ]

    @Test(arguments: cases)
    func invalidInputIsAProblem(_ bad: Case) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(
                bad.method,
                bad.path,
                token: bad.token,
                body: bad.body,
                headers: bad.contentType.map { [("Content-Type", $0)] } ?? []
            )
            #expect(answer.status == bad.status)
            #expect(answer.headers["Content-Type"] == "application/problem+json")
            #expect(answer.json["type"] == .string("urn:torii:problem:\(bad.problem)"))
            #expect(answer.json["status"] == .integer(bad.status))
            #expect(answer.json["detail"]?.stringValue?.contains(bad.says) == true, "\(answer.text)")
            #expect(answer.bytes.count < 16 << 10)
            #expect(answer.json["request_id"]?.stringValue == answer.headers["X-Request-ID"])
            // The server continues to work.
            #expect(try await server.send(.get, "/healthz", token: nil).text == #"{"status":"ok"}"#)
        }
    }

    @Test(arguments: [
        (500, "upstream-failed", 502), (503, "upstream-failed", 502), (429, "upstream-busy", 503),
        // The server was asked without a key.
        (401, "no-usable-key", 503),
    ])
    func aRefusalOfAnUpstreamIsAProblem(status: Int, problem: String, answered: Int) async throws {
        try await expectFailure(.failure(OpenAIStandIn.failure(status)), problem: problem, status: answered)
    }

    @Test func anHTMLResponseOfAnUpstreamIsAProblem() async throws {
        try await expectFailure(.failure(.html(status: 200)), problem: "upstream-failed", status: 502)
    }

    @Test func anUnreachableUpstreamIsAProblem() async throws {
        try await TestServer.with { settings in
            settings.models = [ModelReference(provider: .openai, name: "m")]
        } _: { server in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"Hi"}"#)
            #expect(answer.status == 502)
            #expect(answer.json["type"] == "urn:torii:problem:upstream-failed")
            // There was no output before the fault, so a stream has its status too.
            let streamed = try await server.send(.post, "/v1/chat", body: #"{"message":"Hi","stream":true}"#)
            #expect(streamed.status == 502)
            #expect(streamed.headers["Content-Type"] == "application/problem+json")
        }
    }

    /// The first turn succeeds, the second fails at the upstream, and the third contains the first.
    private func expectFailure(_ failure: ScriptedReply, problem: String, status: Int) async throws {
        let script: OpenAIStandIn.Script = { request in
            request.lastUserText == "fail" ? failure : .text("I know of \(request.messages.count) messages")
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let first = try await server.chat("one")
                let conversation = try #require(first["conversation"]?.stringValue)
                let body: JSONValue = ["message": "fail", "conversation": .string(conversation)]
                let answer = try await server.send(.post, "/v1/chat", body: body.serialized())
                #expect(answer.status == status, "\(answer.text)")
                #expect(answer.json["type"] == .string("urn:torii:problem:\(problem)"))
                let streamed = try await server.stream("fail", conversation: conversation)
                #expect(streamed.status == status)
                let run = try #require(answer.json["run"]?.stringValue)
                let events = try await server.reattach(run).events()
                #expect(events.map(\.type) == ["run.started", "run.failed"])
                #expect(events.last?.json["problem"]?["type"] == .string("urn:torii:problem:\(problem)"))
                let third = try await server.chat("three", conversation: conversation)
                // The instructions, the two messages of the first turn, and the new one.
                #expect(third["message"]?["text"] == "I know of 4 messages")
            }
        }
    }

    /// A reply that a browser shows as a page has no power.
    @Test(arguments: ["/healthz", "/v1/tools", "/v1/nowhere", "/admin/clients", "/openapi.json"])
    func everyReplyHasAPolicy(path: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.get, path)
            #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'")
        }
    }
}
