import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct ChatTests {
    static let question = "Is it hotter in New Delhi or San Francisco?"

    /// Runs a server with a stand-in for the weather service, and the built-in model or a stand-in for a provider's.
    private func withWeather(
        model: String,
        _ body: @Sendable (TestServer, OpenMeteoStandIn) async throws -> Void
    ) async throws {
        let reference = try #require(ModelReference(model))
        func run(
            _ weather: OpenMeteoStandIn,
            _ set: @Sendable (inout Settings) -> Void
        ) async throws {
            try await TestServer.with { settings in
                settings.models = [reference]
                settings.addresses[.openMeteo] = weather.baseURL
                settings.addresses[.openMeteoGeocoding] = weather.baseURL
                set(&settings)
            } _: { server in
                try await body(server, weather)
            }
        }
        try await OpenMeteoStandIn.with { weather in
            switch reference.provider {
            case .phrasebook: try await run(weather) { _ in }
            case .openai:
                try await OpenAIStandIn.with { model in
                    try await run(weather) { $0.addresses[.openai] = model.baseURL }
                }
            case .openaiResponses:
                try await OpenAIResponsesStandIn.with { model in
                    try await run(weather) { $0.addresses[.openai] = model.baseURL }
                }
            case .anthropic:
                try await AnthropicStandIn.with { model in
                    try await run(weather) { $0.addresses[.anthropic] = model.baseURL }
                }
            case .gemini:
                try await GeminiStandIn.with { model in
                    try await run(weather) { $0.addresses[.gemini] = model.baseURL }
                }
            case .ollama:
                try await OllamaStandIn.with { model in
                    try await run(weather) { $0.addresses[.ollama] = model.baseURL }
                }
            default: Issue.record("no stand-in for \(reference.provider.rawValue)")
            }
        }
    }

    @Test(arguments: [
        "phrasebook", "openai:stand-in", "openai-responses:stand-in", "anthropic:stand-in", "gemini:stand-in",
        "ollama:stand-in",
    ])
    func twoParallelWeatherCallsThenTheComparison(model: String) async throws {
        try await withWeather(model: model) { server, weather in
            let response = try await server.stream(Self.question)
            #expect(response.status == 200)
            #expect(response.headers["Content-Type"] == "text/event-stream")
            #expect(response.headers["X-Accel-Buffering"] == "no")
            var events: [ServerSentEvent] = []
            for try await event in response.body.serverSentEvents { events.append(event) }

            let types = events.map(\.type)
            #expect(types.first == "run.started")
            #expect(types.last == "run.completed")
            #expect(types.filter { $0.hasPrefix("run.") }.count == 2)
            // Both calls start before either ends.
            #expect(
                types.filter { $0.hasPrefix("tool.") } == [
                    "tool.started", "tool.started", "tool.finished", "tool.finished",
                ]
            )
            let cities = events.filter { $0.type == "tool.started" }.map { $0.json["arguments"]?["city"]?.stringValue }
            #expect(cities == ["New Delhi", "San Francisco"])
            let finished = events.filter { $0.type == "tool.finished" }
            #expect(finished.allSatisfy { $0.json["status"] == "completed" })
            #expect(finished.allSatisfy { $0.json["artifacts"]?[0]?["type"] == "weather.reports" })

            let deltas = events.filter { $0.type == "message.delta" }.compactMap { $0.json["text"]?.stringValue }
            // One delta has everything that one read of the upstream's socket brought, so their number is not fixed.
            #expect(!deltas.isEmpty)
            let text = try #require(events.first { $0.type == "message.completed" }?.json["text"]?.stringValue)
            #expect(deltas.joined() == text)
            #expect(text.contains("New Delhi") && text.contains("San Francisco") && text.contains("hotter"))

            // The numbers have no gaps, and all events belong to one run.
            let run = try #require(events.first?.json["run"]?.stringValue)
            #expect(events.map(\.id) == events.indices.map { "\(run):\($0)" })
            #expect(weather.requests.count == 4)
        }
    }

    @Test func theSameTurnHasAJSONReply() async throws {
        try await withWeather(model: "phrasebook") { server, _ in
            let reply = try await server.chat(Self.question)
            #expect(reply["status"] == "completed")
            #expect(reply["model"] == "phrasebook")
            #expect(reply["message"]?["role"] == "assistant")
            #expect(reply["message"]?["artifacts"]?.arrayValue?.count == 2)
            #expect(
                reply["tool_calls"]?.arrayValue?.map { $0["name"]?.stringValue } == [
                    "getCurrentWeather", "getCurrentWeather",
                ]
            )
        }
    }

    /// Each token is sent after the previous one has arrived.
    @Test func aModelsTokensArriveOneByOne() async throws {
        let gates = [StandInGate(), StandInGate()]
        let script: OpenAIStandIn.Script = { _ in
            ScriptedReply([
                .token("one"), .wait(.gate(gates[0])), .token(" two"), .wait(.gate(gates[1])), .token(" three"),
            ])
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                var deltas: [JSONValue?] = []
                for try await event in try await server.stream("go").body.serverSentEvents
                where event.type == "message.delta" {
                    deltas.append(event.json["text"])
                    if deltas.count <= gates.count { gates[deltas.count - 1].open() }
                }
                #expect(deltas == ["one", " two", " three"])
            }
        }
    }

    @Test func theInventoryInJapanese() async throws {
        try await TestServer.with { settings in
            settings.timeZone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
        } _: { server in
            let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
            let today = Date().formatted(Date.ISO8601FormatStyle(timeZone: tokyo).year().month().day())
            for (message, line, isThere) in [
                ("「A4用紙」を在庫に追加して", "ID: 1 - A4用紙 (更新: \(today))", true),
                ("在庫を見せて", "ID: 1 - A4用紙 (更新: \(today))", true),
                ("昨日更新された在庫を見せて", "ID: 1", false),
                ("ID 1の在庫のタイトルを「B5用紙」に変えて", "ID: 1 - B5用紙 (更新: \(today))", true),
                ("在庫1を削除して", "ID: 1 - B5用紙 (更新: \(today))", true),
                ("在庫を見せて", "ID: 1", false),
            ] {
                var reply = try await server.chat(message)
                if let call = reply["actions"]?[0]?["call"], let run = reply["run"]?.stringValue {
                    #expect(reply["actions"]?[0]?["text"] == "在庫 ID 1（「B5用紙」）を削除しますか？この操作は元に戻せません。")
                    let body: JSONValue = ["decisions": [["call": call, "decision": "approve"]], "stream": false]
                    reply = try await server.send(.post, "/v1/runs/\(run)/outputs", body: body.serialized()).json
                }
                let text = try #require(reply["message"]?["text"]?.stringValue)
                #expect(text.contains(line) == isThere, "\(message) → \(text)")
            }
        }
    }

    @Test func aConversationSurvivesARestart() async throws {
        let folder = NSTemporaryDirectory() + "torii-restart-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script: OpenAIStandIn.Script = { request in .text("messages: \(request.messages.count)") }
        try await OpenAIStandIn.with(script: script) { standIn in
            func configure(_ settings: inout Settings) {
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            }
            let conversation = try await TestServer.with(dataDirectory: folder, configure) { server in
                let first = try await server.chat("one")
                #expect(first["message"]?["text"] == "messages: 2")
                return try #require(first["conversation"]?.stringValue)
            }
            try await TestServer.with(dataDirectory: folder, configure) { server in
                let second = try await server.chat("two", conversation: conversation)
                #expect(second["message"]?["text"] == "messages: 4")
            }
        }
    }

    @Test func aReaderThatDisconnectsCancelsTheUpstreamCall() async throws {
        let script: OpenAIStandIn.Script = { _ in
            .tokens(Array(repeating: "x", count: 100_000), pace: .milliseconds(5))
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                var deltas = 0
                for try await event in try await server.stream("go").body.serverSentEvents
                where event.type == "message.delta" {
                    deltas += 1
                    if deltas == 3 { break }
                }
                // The reader has disconnected; now the stand-in must see that its connection is closed.
                let request = try #require(standIn.requests.first)
                let ending = await standIn.server.ending(of: request.id)
                #expect(ending?.kind == .closedByPeer)
                // The conversation can be used again at once.
                #expect(try await server.send(.get, "/healthz", token: nil).status == 200)
            }
        }
    }

    @Test func aCallerThatDisconnectsBeforeTheReplyCancelsTheUpstreamCall() async throws {
        let script: OpenAIStandIn.Script = { _ in
            .tokens(Array(repeating: "x", count: 100_000), pace: .milliseconds(5))
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try? await server.chat("go") }
                    _ = await standIn.server.requests(atLeast: 1)
                    group.cancelAll()
                    try await group.next()
                }
                let request = try #require(standIn.requests.first)
                #expect(await standIn.server.ending(of: request.id)?.kind == .closedByPeer)
            }
        }
    }

    @Test func aFailedTurnKeepsTheEffectsOfItsTools() async throws {
        let script: OpenAIStandIn.Script = { request in
            switch request.lastUserText {
            case "add paper" where request.toolOutputs.isEmpty:
                .toolCalls([ScriptedToolCall("createInventory", arguments: #"{"title":"paper"}"#)])
            case "add paper": .failure(OpenAIStandIn.failure(500))
            case "nothing yet": .failure(OpenAIStandIn.failure(500))
            default: .text(request.messages.compactMap { $0["role"]?.stringValue }.joined(separator: " "))
            }
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                // The first turn fails before it has an effect. Its conversation can be continued.
                // There was no output yet, so the fault has its own status, even for a stream.
                let failed = try await server.send(.post, "/v1/chat", body: #"{"message":"nothing yet","stream":true}"#)
                #expect(failed.status == 502)
                #expect(failed.json["type"] == "urn:torii:problem:upstream-failed")
                let conversation = try #require(failed.json["conversation"]?.stringValue)
                let run = try #require(failed.json["run"]?.stringValue)
                #expect(try await server.reattach(run).events().map(\.type) == ["run.started", "run.failed"])
                let second = try await server.chat("hello", conversation: conversation)
                #expect(second["message"]?["text"] == "system user")

                // This turn fails after a tool has worked. The model must know of it in the next turn.
                let half = try await server.events("add paper", conversation: conversation)
                #expect(half.map(\.type) == ["run.started", "tool.started", "tool.finished", "run.failed"])
                let third = try await server.chat("hello", conversation: conversation)
                #expect(third["message"]?["text"] == "system user assistant user assistant tool user")
            }
        }
    }

    @Test func aStoppingServerInformsItsReaders() async throws {
        let hold = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(hold)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                var types: [String] = []
                for try await event in try await server.stream("go").body.serverSentEvents {
                    types.append(event.type)
                    if event.type == "message.delta" { await server.stop() }
                }
                #expect(types == ["run.started", "message.delta", "run.interrupted"])
            }
        }
        hold.open()
    }

    @Test func theNextTurnMayBeSentAfterTheLastEvent() async throws {
        try await TestServer.with { server in
            var conversation: String?
            for _ in 0..<20 {
                var events: [ServerSentEvent] = []
                for try await event in try await server.stream("hello", conversation: conversation).body
                    .serverSentEvents
                {
                    events.append(event)
                    // The body is not read to its end, because a client does not wait for that after the last event.
                    if event.type == "run.completed" { break }
                }
                #expect(events.last?.type == "run.completed")
                conversation = events.first?.json["conversation"]?.stringValue
            }
        }
    }

    @Test func theBuiltInModelReportsItsLimits() async throws {
        try await TestServer.with { server in
            let text = try #require(
                try await server.chat("Write me a sonnet about the sea")["message"]?["text"]?.stringValue
            )
            #expect(!text.isEmpty)
            #expect(text.contains("inventory"))
        }
    }
}
