import Secrets
import StreamingJSON
import Testing

@testable import ToriiClient

/// The requests of the service's functions, and the values that they read.
@Suite(.timeLimit(.minutes(1))) struct ServiceRequestsTests {
    private static func exchange(_ answer: JSONValue, status: Int = 200) -> ScriptedExchange {
        ScriptedExchange { _, _ in
            .init(
                status: status,
                headers: [ExchangeField("Content-Type", "application/json")],
                pieces: [Array(answer.serialized().utf8)]
            )
        }
    }

    private static let conversation: JSONValue = [
        "conversation": "conv_1", "title": "Tea", "created_at": "2026-11-21T00:00:00Z",
        "updated_at": "2026-11-21T00:00:00Z",
    ]

    /// Makes requests and returns their methods and targets.
    private static func targets(
        _ answer: JSONValue,
        status: Int = 200,
        _ body: (ToriiService) async throws -> Void
    ) async throws -> [String] {
        let exchange = exchange(answer, status: status)
        try await body(ToriiService(exchange))
        return exchange.requests.map { "\($0.method) \($0.url.dropFirst("http://torii.test".count))" }
    }

    @Test func conversations() async throws {
        let page: JSONValue = ["conversations": [Self.conversation], "next": "c2"]
        let targets = try await Self.targets(page) { service in
            let page = try await service.conversations(matching: "お茶", cursor: "c 1", limit: 7)
            #expect(page.conversations.map(\.title) == ["Tea"])
            #expect(page.next == "c2")
        }
        #expect(targets == ["GET /v1/conversations?q=%E3%81%8A%E8%8C%B6&cursor=c%201&limit=7"])
    }

    @Test func messages() async throws {
        let page: JSONValue = [
            "messages": [["id": "m", "role": "user", "text": "Hi"]], "previous": nil, "active_runs": ["run_1"],
        ]
        let targets = try await Self.targets(page) { service in
            let page = try await service.messages(of: "conv_1", before: "b")
            #expect(page.messages.map(\.text) == ["Hi"])
            #expect(page.activeRuns == ["run_1"])
        }
        #expect(targets == ["GET /v1/conversations/conv_1/messages?before=b"])
    }

    @Test func changesOfConversations() async throws {
        let rename = try await Self.targets(Self.conversation) { service in
            let renamed = try await service.renameConversation("conv_1", to: "Tea")
            #expect(renamed.title == "Tea")
        }
        #expect(rename == ["PATCH /v1/conversations/conv_1"])
        let deletion = try await Self.targets(.null, status: 204) { try await $0.deleteConversation("conv_1") }
        #expect(deletion == ["DELETE /v1/conversations/conv_1"])
        let all = try await Self.targets(["conversations": 2, "runs": 5]) { service in
            let numbers = try await service.deleteAllConversations()
            #expect(numbers == (2, 5))
        }
        #expect(all == ["DELETE /v1/conversations"])
        var document = Self.conversation.objectValue ?? [:]
        document["messages"] = [["role": "user", "text": "Hi"]]
        document["transcript"] = []
        document["runs"] = [["run": "run_1", "status": "completed", "created_at": "2026-11-21T00:00:00Z"]]
        let export = try await Self.targets(.object(document)) { service in
            let document = try await service.exportConversation("conv_1")
            #expect(document.runs.map(\.id) == ["run_1"])
        }
        #expect(export == ["GET /v1/conversations/conv_1"])
    }

    /// A deletion whose response was lost is not an error when it is repeated.
    @Test func aRepeatedDeletionFindsNothing() async throws {
        let exchange = ScriptedExchange { _, number throws(ExchangeError) in
            if number == 0 { throw ExchangeError(.broken, "lost") }
            return .init(status: 404, headers: [])
        }
        try await ToriiService(exchange).deleteConversation("conv_1")
        let missing = ScriptedExchange { _, _ in .init(status: 404, headers: []) }
        await #expect(throws: ToriiError.self) { try await ToriiService(missing).deleteConversation("conv_1") }
    }

    @Test func runs() async throws {
        let run = ScriptedRun.description.jsonValue
        let list = try await Self.targets(["runs": [], "next": nil]) { service in
            let page = try await service.runs(status: "waiting", limit: 200)
            #expect(page.runs.isEmpty)
        }
        #expect(list == ["GET /v1/runs?status=waiting&limit=200"])
        let single = try await Self.targets(run) { service in
            let run = try await service.run("run_1")
            #expect(run.status == "running")
            try await service.cancelRun("run_1")
            try await service.answer("run_1", with: RunAnswers(outputs: [("c", .output(1))], stream: true))
        }
        #expect(
            single == ["GET /v1/runs/run_1", "POST /v1/runs/run_1/cancel", "POST /v1/runs/run_1/outputs"]
        )
    }

    @Test func modelsAndToolsAndSession() async throws {
        let models = try await Self.targets([
            "object": "list", "data": [["id": "phrasebook", "object": "model", "created": 1, "owned_by": "torii"]],
        ]) { service in
            let models = try await service.models()
            #expect(models.map(\.id) == ["phrasebook"])
        }
        #expect(models == ["GET /v1/models"])
        let tool = ToolDescription(
            name: "getWeather",
            description: "Weather",
            parameters: [:],
            isReadOnly: true,
            isDestructive: false,
            needsApproval: false,
            isIdempotent: true,
            deadlineSeconds: 10
        )
        let tools = try await Self.targets(["tools": [tool.jsonValue]]) { service in
            let tools = try await service.tools()
            #expect(tools == [tool])
        }
        #expect(tools == ["GET /v1/tools"])
        let session = WireSession(client: "c", name: "app", scopes: ["chat"], version: "0.1")
        let sessions = try await Self.targets(session.jsonValue) { service in
            let received = try await service.session()
            #expect(received == session)
        }
        #expect(sessions == ["GET /v1/session"])
    }

    @Test func aDirectCallHasItsSettingsInTheQuery() async throws {
        let frames = [
            ("run.started", #"{"run":"run_1"}"#),
            ("tool.started", #"{"call":"direct","name":"getWeather","arguments":{"city":"Kyoto"}}"#),
            (
                "tool.finished",
                #"{"call":"direct","name":"getWeather","status":"completed","duration_ms":1,"summary":"Sunny","artifacts":[]}"#
            ),
            ("run.completed", #"{"usage":{"input_tokens":0,"output_tokens":0}}"#),
        ]
        let text = frames.enumerated().map { "id: run_1:\($0)\nevent: \($1.0)\ndata: \($1.1)\n\n" }.joined()
        let exchange = ScriptedExchange { _, _ in .init(pieces: [Array(text.utf8)]) }
        let call = try await ToriiService(exchange).callTool(
            ToolCallRequest(tool: "getWeather", arguments: ["city": "Kyoto"], isConfirmed: true, locale: "ja")
        )
        #expect(call.summary == "Sunny")
        #expect(call.arguments == ["city": "Kyoto"])
        let request = try #require(exchange.requests.first)
        #expect(request.url.hasSuffix("/v1/tools/getWeather?locale=ja&confirm=true&on_disconnect=finish"))
        #expect(request.header("Accept") == "text/event-stream")
        #expect(request.header("Idempotency-Key")?.isEmpty == false)
    }

    @Test(arguments: [("{}", 200), ("not json", 200), ("[]", 200)])
    func anotherServersAnswerIsAnError(body: String, status: Int) async {
        let exchange = ScriptedExchange { _, _ in
            .init(status: status, headers: [], pieces: [Array(body.utf8)])
        }
        let error = await #expect(throws: ToriiError.self) { try await ToriiService(exchange).models() }
        #expect(error?.code == .invalidAnswer)
        #expect(exchange.requests.count == 1)
    }

    @Test func theTokenIsNoHeaderThatIsPrinted() async throws {
        let exchange = Self.exchange(["object": "list", "data": []])
        _ = try await ToriiService(exchange, token: "very secret").models()
        let request = try #require(exchange.requests.first)
        #expect(!"\(request)".contains("very secret"))
        #expect(request.token == SecretString("very secret"))
    }
}
