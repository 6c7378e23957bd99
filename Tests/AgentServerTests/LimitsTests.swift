import AgentRuntime
import Foundation
import KeyVault
import Secrets
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer

/// What clients and the server as a whole may do, seen over HTTP.
@Suite(.timeLimit(.minutes(1))) struct LimitsTests {
    /// A data folder with clients in it, and their tokens.
    private func folder(_ limits: [ClientLimits]) async throws -> (String, [String]) {
        let path = NSTemporaryDirectory() + "torii-limits-\(UUID().uuidString)"
        let store = try SQLiteStore(path: path + "/torii.sqlite")
        let key = try MasterKeySources(defaultFile: path + "/master.key").load(creatingIfMissing: true)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: key))
        var tokens: [String] = []
        for (index, limits) in limits.enumerated() {
            let draft = ClientDraft(name: "client \(index)", scopes: Scope.forClients, limits: limits)
            tokens.append(try await clients.create(draft, by: .torii).token.text)
        }
        return (path, tokens)
    }

    /// A server with a model that says a word and waits at the gate.
    private func withServer(
        _ limits: [ClientLimits],
        _ gate: StandInGate?,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenAIStandIn, [String]) async throws -> Void
    ) async throws {
        let (path, tokens) = try await folder(limits)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await OpenAIStandIn.with(script: { _ in
            var reply = ScriptedReply.tokens(["first", " last"])
            if let gate { reply.steps.insert(.wait(.gate(gate)), at: 1) }
            return reply
        }) { standIn in
            try await TestServer.with(dataDirectory: path) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.openAIBaseURL = standIn.baseURL
                set(&settings)
            } _: { server in
                try await body(server, standIn, tokens)
            }
        }
    }

    private let turn = #"{"message":"hi"}"#

    @Test func aServerThatIsFullSaysSoAtOnceAndRecovers() async throws {
        let gate = StandInGate()
        try await withServer([.none], gate) { settings in
            settings.loadLimits.runs = 2
            settings.loadLimits.queuedRuns = 2
        } _: { server, standIn, tokens in
            // Two are at work and have said their first word; one of each client waits.
            let working = [
                try await server.stream(["message": "1"]), try await server.stream(["message": "2"], token: tokens[0]),
            ]
            try await withThrowingTaskGroup(of: [ServerSentEvent].self) { group in
                for token in [TestServer.clientToken, tokens[0]] {
                    group.addTask { try await server.stream(["message": "3"], token: token).events() }
                }
                while try await server.figure("torii_runs", ["status": "queued"]) < 2 { await Task.yield() }
                for token in [TestServer.clientToken, tokens[0]] {
                    let refused = try await server.send(.post, "/v1/chat", token: token, body: turn)
                    #expect(refused.status == 503)
                    #expect(refused.json["type"]?.stringValue == "urn:torii:problem:overloaded")
                    #expect((refused.headers["Retry-After"].flatMap { Int($0) } ?? 0) >= 1)
                }
                // Whoever was refused has cost nothing.
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

    @Test func aServerWithoutMemoryRefuses() async throws {
        try await withServer([], nil) {
            $0.loadLimits.memoryBytes = 1
        } _: { server, standIn, _ in
            let refused = try await server.send(.post, "/v1/chat", body: turn)
            #expect(refused.status == 503)
            #expect(refused.json["detail"]?.stringValue?.contains("memory") == true)
            #expect(refused.headers["Retry-After"] == "5")
            #expect(standIn.server.requests.isEmpty)
            // What needs no memory to speak of still works.
            #expect(try await server.send(.get, "/v1/conversations").status == 200)
        }
    }

    @Test func aClientReadsItsLimitsInTheHeader() async throws {
        try await withServer([ClientLimits(requestsPerMinute: 2)], nil) { server, _, tokens in
            let first = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(first.status == 200)
            #expect(first.headers["RateLimit-Policy"] == #""requests-per-minute";q=2;w=60"#)
            #expect(first.headers["RateLimit"]?.hasPrefix(#""requests-per-minute";r=1;t="#) == true)
            // Tools count as well.
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
            // Others have theirs.
            let other = try await server.send(.post, "/v1/chat", body: turn)
            #expect(other.status == 200)
            #expect(!other.headers.contains("RateLimit"))
        }
    }

    @Test func aBudgetIsChargedWithWhatTheProviderCounts() async throws {
        let limits = ClientLimits(tokensPerDay: 100_000)
        try await withServer([limits], nil) {
            $0.outputLimit = 777
        } _: { server, standIn, tokens in
            for count in 1...2 {
                let answer = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
                #expect(answer.status == 200)
                // 53 tokens read and 2 written.
                let left = try await server.send(.get, "/v1/tools", token: tokens[0])
                #expect(left.headers["RateLimit"]?.contains("r=\(100_000 - 55 * count);") == true)
            }
            let sent = try JSONValue(parsing: try #require(standIn.server.requests.first).body)
            #expect(sent["max_tokens"]?.intValue == 777)
        }
    }

    @Test func whatDoesNotFitABudgetIsNotAsked() async throws {
        try await withServer([ClientLimits(tokensPerDay: 500)], nil) { server, standIn, tokens in
            let refused = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(refused.status == 429)
            #expect(refused.json["type"]?.stringValue == "urn:torii:problem:budget-exceeded")
            // Waiting would not help.
            #expect(!refused.headers.contains("Retry-After"))
            #expect(standIn.server.requests.isEmpty)
        }
    }

    @Test func aTurnThatIsBrokenOffIsChargedForWhatWasSentAndHeard() async throws {
        let gate = StandInGate()
        try await withServer([ClientLimits(tokensPerDay: 100_000)], gate) { server, _, tokens in
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
            // More than the words, for the question counts; far less than what was set aside.
            #expect((80_000..<100_000).contains(left))
            gate.open()
        }
    }

    @Test func aMoneyBudgetNeedsPrices() async throws {
        let path = NSTemporaryDirectory() + "torii-prices-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "currency EUR\nopenai:* input=1 output=10\n".write(toFile: path, atomically: true, encoding: .utf8)
        let limits = ClientLimits(moneyPerDay: Money(micros: 200_000))
        try await withServer([limits], nil) { server, _, tokens in
            let refused = try await server.send(.post, "/v1/chat", token: tokens[0], body: turn)
            #expect(refused.status == 429)
            #expect(refused.json["detail"]?.stringValue?.contains("no price") == true)
        }
        try await withServer([limits], nil) {
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

extension TestServer {
    /// A figure of the server's page of metrics; 0 when it is not there.
    fileprivate func figure(_ name: String, _ labels: [String: String]) async throws -> Double {
        let page = try await send(.get, "/metrics", token: TestServer.adminToken)
        return try Exposition(page.text).value(name, labels) ?? 0
    }
}

extension SecretString {
    fileprivate var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
