import Accounts
import AgentRuntime
import EventStreams
import Foundation
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The limits of clients and of the server, over HTTP.
@Suite(.timeLimit(.minutes(1))) struct LimitsTests {
    private let turn = #"{"message":"hi"}"#

    @Test func aFullServerRefusesAtOnceAndRecovers() async throws {
        let gate = StandInGate()
        try await LimitedServer.with([.none], gate) { settings in
            settings.loadLimits.runs = 2
            settings.loadLimits.queuedRuns = 2
        } _: { server, standIn, tokens in
            // Two are running and have written their first word; one of each client waits.
            let working = [
                try await server.stream(["message": "1"]), try await server.stream(["message": "2"], token: tokens[0]),
            ]
            try await withThrowingTaskGroup(of: [ServerSentEvent].self) { group in
                for token in [TestServer.clientToken, tokens[0]] {
                    group.addTask { try await server.stream(["message": "3"], token: token).events() }
                }
                try await server.log.eventually { $0.count { $0.value("status") == "queued" } == 2 }
                for token in [TestServer.clientToken, tokens[0]] {
                    let refused = try await server.send(.post, "/v1/chat", token: token, body: turn)
                    #expect(refused.status == 503)
                    #expect(refused.json["type"]?.stringValue == "urn:torii:problem:overloaded")
                    #expect((refused.headers["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
                }
                // A refused turn costs nothing.
                #expect(standIn.server.requests.count == 2)
                gate.open()
                for response in working { #expect(try await response.events().last?.type == "run.completed") }
                for try await events in group { #expect(events.last?.type == "run.completed") }
            }
            #expect(try await server.send(.post, "/v1/chat", body: turn).status == 200)
            #expect(try await server.figure("torii_turns_refused_total", ["problem": "overloaded"]) == 2)
            #expect(try await server.figure("torii_run_queue_seconds_count", [:]) == 5)
        }
    }

    @Test func aClientIsRefusedFurtherTurnsThatMayWait() async throws {
        try await TestServer.with { settings in
            settings.loadLimits.waitingRuns = 2
        } _: { server in
            _ = try await server.send(.post, "/mcp/tools/create-inventory", body: #"{"title":"lamp"}"#)
            let delete = #"{"message":"delete item 1"}"#
            let waiting = try await server.send(.post, "/v1/chat", body: delete)
            #expect(waiting.status == 202)
            let refused = try await server.send(.post, "/v1/chat", body: delete)
            #expect(refused.status == 429)
            #expect(refused.json["type"] == "urn:torii:problem:rate-limited")
            #expect(refused.headers["Retry-After"] == "5")
            #expect(try await server.figure("torii_runs", ["status": "waiting"]) == 1)
            #expect(try await server.figure("torii_turns_refused_total", ["problem": "rate-limited"]) == 1)
            // This turn has no tool that may wait.
            let plain = #"{"message":"hello","tools":["getInventory"]}"#
            #expect(try await server.send(.post, "/v1/chat", body: plain).status == 200)
            let run = waiting.json["run"]?.stringValue ?? ""
            #expect(try await server.send(.post, "/v1/runs/\(run)/cancel").status == 200)
            try await server.log.eventually { $0.contains { $0.message == "Run ended" && $0.value("run") == run } }
            #expect(try await server.send(.post, "/v1/chat", body: delete).status == 202)
        }
    }

    @Test func aServerAtItsMemoryLimitRefuses() async throws {
        try await LimitedServer.with([], nil) {
            $0.loadLimits.memoryBytes = 1
        } _: { server, standIn, _ in
            let refused = try await server.send(.post, "/v1/chat", body: turn)
            #expect(refused.status == 503)
            #expect(refused.json["detail"]?.stringValue?.contains("memory") == true)
            #expect(refused.headers["Retry-After"] == "5")
            #expect(standIn.server.requests.isEmpty)
            // Requests that need little memory still work.
            #expect(try await server.send(.get, "/v1/conversations").status == 200)
        }
    }

    /// Images stay counted to their client while its turns execute, and other clients have turns with images too.
    @Test func turnsWithImagesOfOneClientLeaveRoomForOthers() async throws {
        let gate = StandInGate()
        let body: JSONValue = [
            "message": "a", "on_disconnect": "finish",
            "images": [["url": .string(ChatParametersTests.image(1_500_000))]],
        ]
        try await LimitedServer.with([.none, .none], gate) {
            $0.loadLimits.turnBytes = 8 << 20
        } _: { server, _, tokens in
            func post(_ token: String) async throws -> TestServer.Answer {
                try await server.send(
                    .post,
                    "/v1/chat",
                    token: token,
                    body: body.serialized(),
                    headers: [("Content-Type", "application/json"), ("Prefer", "respond-async")]
                )
            }
            for _ in 0..<2 { #expect(try await post(tokens[0]).status == 202) }
            let refused = try await post(tokens[0])
            #expect(refused.status == 429 && refused.headers["Retry-After"] == "5")
            #expect(refused.json["type"]?.stringValue == "urn:torii:problem:rate-limited")
            #expect(try await server.send(.get, "/v1/tools", token: tokens[0]).status == 200)
            let other = try await post(tokens[1])
            #expect(other.status == 202)
            gate.open()
            let run = try #require(other.json["run"]?.stringValue)
            #expect(try await server.send(.get, "/v1/runs/\(run)/events", token: tokens[1]).status == 200)
        }
    }

    @Test func aClientReadsItsLimitsInTheHeader() async throws {
        try await LimitedServer.with([ClientLimits(requestsPerMinute: 2)], nil) { server, _, tokens in
            let first = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(first.status == 200)
            #expect(first.headers["RateLimit-Policy"] == #""requests-per-minute";q=2;w=60"#)
            #expect(first.headers["RateLimit"]?.hasPrefix(#""requests-per-minute";r=1;t="#) == true)
            // Calls of tools count too.
            let tool = try await server.send(.post, "/mcp/tools/getInventoryList", token: tokens[0], body: "{}")
            #expect(tool.headers["RateLimit"]?.hasPrefix(#""requests-per-minute";r=0"#) == true)
            for path in ["/v1/chat", "/mcp/tools/getInventoryList"] {
                let refused = try await server.send(.post, path, token: tokens[0], body: turn)
                #expect(refused.status == 429)
                #expect(refused.json["type"]?.stringValue == "urn:torii:problem:rate-limited")
                #expect(refused.json["violated-policies"]?.arrayValue?.first?.stringValue == "requests-per-minute")
                #expect((refused.headers["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
                #expect(refused.headers["RateLimit"]?.contains("r=0") == true)
            }
            // Other clients have their own limits.
            let other = try await server.send(.post, "/v1/chat", body: turn)
            #expect(other.status == 200)
            #expect(!other.headers.contains("RateLimit"))
        }
    }

    @Test func aBudgetIsChargedWithTheProvidersCount() async throws {
        let limits = ClientLimits(tokensPerDay: 100_000)
        try await LimitedServer.with([limits], nil) {
            $0.outputLimit = 777
        } _: { server, standIn, tokens in
            for count in 1...2 {
                let answer = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
                #expect(answer.status == 200)
                // The turn uses 53 input and 2 output tokens.
                let left = try await server.send(.get, "/v1/tools", token: tokens[0])
                #expect(left.headers["RateLimit"]?.contains("r=\(100_000 - 55 * count);") == true)
            }
            let sent = try JSONValue(parsing: try #require(standIn.server.requests.first).body)
            #expect(sent["max_tokens"]?.intValue == 777)
        }
    }

    @Test func aTurnBeyondTheBudgetIsNotSent() async throws {
        try await LimitedServer.with([ClientLimits(tokensPerDay: 500)], nil) { server, standIn, tokens in
            let refused = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(refused.status == 429)
            #expect(refused.json["type"]?.stringValue == "urn:torii:problem:budget-exceeded")
            // Waiting would not help.
            #expect(!refused.headers.contains("Retry-After"))
            #expect(standIn.server.requests.isEmpty)
        }
    }

    @Test func anInterruptedTurnIsChargedForItsInputAndOutput() async throws {
        let gate = StandInGate()
        try await LimitedServer.with([ClientLimits(tokensPerDay: 100_000)], gate) { server, _, tokens in
            let response = try await server.stream(["message": "hi"], token: tokens[0])
            var run = ""
            for try await event in response.body.serverSentEvents {
                if run.isEmpty { run = event.json["run"]?.stringValue ?? "" }
                if event.type == "message.delta" { break }
            }
            let cancelled = try await server.send(.post, "/v1/runs/\(run)/cancel", token: tokens[0], body: "{}")
            #expect(cancelled.status == 200)
            _ = try await server.reattach(run, token: tokens[0]).events()
            let answer = try await server.send(.get, "/v1/tools", token: tokens[0])
            let left = try #require(answer.headers["RateLimit"]?.firstMatch(of: /r=([0-9]+)/).flatMap { Int($0.1) })
            // The charge is more than the output, because the input counts too; and far less than the reservation.
            #expect((80_000..<100_000).contains(left))
            gate.open()
        }
    }

    /// A route of each dialect, its request, and the place of the cost in the answer.
    @Test(arguments: [
        ("/v1/chat", #"{"message":"hi"}"#, ["usage"]),
        (
            "/v1/chat/completions", #"{"model":"openai:m","messages":[{"role":"user","content":"hi"}]}"#,
            ["usage", "torii"]
        ),
        ("/v1/responses", #"{"model":"openai:m","input":"hi"}"#, ["usage", "torii"]),
        (
            "/v1/messages", #"{"model":"openai:m","max_tokens":9,"messages":[{"role":"user","content":"hi"}]}"#,
            ["usage", "torii"]
        ),
    ])
    func aReplyNamesItsCost(route: String, body: String, place: [String]) async throws {
        let path = NSTemporaryDirectory() + "torii-prices-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "currency EUR\nopenai:* input=1 output=10\n".write(toFile: path, atomically: true, encoding: .utf8)
        for priceFile in [path, nil] {
            try await LimitedServer.with([.none], nil) {
                $0.priceFile = priceFile
            } _: { server, _, tokens in
                let answer = try await server.send(
                    .post,
                    route,
                    token: tokens[0],
                    body: body,
                    headers: [("Content-Type", "application/json"), ("anthropic-version", "2023-06-01")]
                )
                #expect(answer.status == 200)
                let members = place.reduce(answer.json) { $0[$1] ?? .null }
                let usage = try await server.send(.get, "/admin/usage", token: TestServer.adminToken)
                let row = usage.json["usage"]?[0]
                guard priceFile != nil else {
                    #expect(answer.headers["Torii-Cost"] == "unpriced")
                    #expect(members["unpriced"] == true && members["cost"] == .null && row?["unpriced"] == true)
                    return
                }
                let amount = try #require(members["cost"]?["amount"]?.stringValue)
                #expect(members["cost"]?["currency"] == "EUR" && amount != "0.00")
                #expect(answer.headers["Torii-Cost"] == "\(amount) EUR")
                #expect(row?["money"]?.stringValue == amount)
                let summary = try await server.send(.get, "/admin/usage/summary", token: TestServer.adminToken)
                #expect(summary.json["currency"] == "EUR")
                #expect(summary.json["totals"]?["money"]?.stringValue == amount)
            }
        }
    }

    @Test func aMoneyBudgetNeedsPrices() async throws {
        let path = NSTemporaryDirectory() + "torii-prices-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "currency EUR\nopenai:* input=1 output=10\n".write(toFile: path, atomically: true, encoding: .utf8)
        let limits = ClientLimits(moneyPerDay: Money(micros: 200_000))
        try await LimitedServer.with([limits], nil) { server, _, tokens in
            let refused = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(refused.status == 429)
            #expect(refused.json["detail"]?.stringValue?.contains("no price") == true)
        }
        try await LimitedServer.with([limits], nil) {
            $0.priceFile = path
        } _: { server, _, tokens in
            let answer = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(answer.status == 200)
        }
        for (text, part) in [("openai:m input=1", "Line 1"), ("", nil)] as [(String, String?)] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            var settings = Settings()
            settings.priceFile = part == nil ? path + ".gone" : path
            let error = #expect(throws: SettingsError.self) { _ = try settings.prices() }
            #expect(error?.name == "TORII_PRICE_FILE")
            if let part { #expect(error?.message.contains(part) == true) }
        }
    }
}
