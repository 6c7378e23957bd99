import ModelContextProtocol
import StreamingJSON
import Testing

/// Reports of the work on a request: progress and log messages.
struct ExchangeTests {
    private let server = MCPServer.test()

    private func reports(
        meta: JSONObject,
        _ work: @escaping @Sendable (MCPExchange) -> Void
    ) async throws -> [RPCNotification] {
        let offer = ScriptedOffer(call: { _, exchange in
            work(exchange)
            return .text("")
        })
        return try await server.answer(Stateless.request("tools/call", ["name": "one"], meta: meta), offer)
            .notifications
    }

    // MARK: - Progress

    @Test(arguments: ["token", "", 7, 0] as [JSONValue])
    func progressRises(_ token: JSONValue) async throws {
        let reports = try await reports(meta: ["progressToken": token]) { exchange in
            #expect(exchange.wantsProgress && exchange.hasReports)
            for value in [0, 0, -1, 0.5, 0.5, 0.25, .nan, .infinity, -.infinity, 1, 100, 99, 1e300, 1e300] {
                exchange.report(progress: value, total: 100, message: "m")
            }
        }
        #expect(reports.allSatisfy { $0.method == "notifications/progress" && $0.params["progressToken"] == token })
        #expect(reports.map { $0.params["progress"] } == [0, 0.5, 1, 100, 1e300])
        #expect(reports.allSatisfy { $0.params["total"] == 100 && $0.params["message"] == "m" })
    }

    @Test(arguments: [[:], ["progressToken": .null], ["progressToken": 1.5], ["progressToken": []]] as [JSONObject])
    func noTokenNoProgress(_ meta: JSONObject) async throws {
        let reports = try await reports(meta: meta) { exchange in
            #expect(!exchange.wantsProgress && !exchange.hasReports)
            exchange.report(progress: 1)
        }
        #expect(reports.isEmpty)
    }

    @Test(arguments: ["2025-03-26", "2025-06-18", "2025-11-25"])
    func progressOfASession(_ revision: String) async throws {
        let offer = ScriptedOffer(call: { _, exchange in
            exchange.report(progress: 1, message: "half")
            return .text("")
        })
        let stream = try server.open(revision, offer).call(offer, meta: ["progressToken": "p"])
        let messages = try await stream.rest()
        #expect(messages.count == 2 && messages[0]["params"]?["progress"] == 1)
        #expect(messages[0]["params"]?["message"] == "half")
    }

    // MARK: - Log messages

    private static let levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]

    private static func logAll(_ exchange: MCPExchange) {
        for level in LogLevel.allCases { exchange.log(level, logger: "l", ["is": .string(level.rawValue)]) }
    }

    @Test(arguments: levels)
    func aLevelHidesLesserOnes(_ level: String) async throws {
        let expected = Array(Self.levels[(try #require(Self.levels.firstIndex(of: level)))...])
        let reports = try await reports(meta: ["io.modelcontextprotocol/logLevel": .string(level)], Self.logAll)
        #expect(reports.map { $0.params["level"]?.stringValue } == expected)
        #expect(reports.allSatisfy { $0.method == "notifications/message" && $0.params["logger"] == "l" })
        #expect(reports.map { $0.params["data"]?["is"]?.stringValue } == expected)
        // In a session the level is set once.
        let offer = ScriptedOffer(call: { _, exchange in
            Self.logAll(exchange)
            return .text("")
        })
        let session = try server.open()
        #expect(try await session.result("logging/setLevel", ["level": .string(level)]) == [:])
        let messages = try await session.call(offer).rest()
        #expect(messages.dropLast().map { $0["params"]?["level"]?.stringValue } == expected)
    }

    @Test func noLevelNoMessages() async throws {
        #expect(try await reports(meta: [:], Self.logAll).isEmpty)
        let offer = ScriptedOffer(call: { _, exchange in
            Self.logAll(exchange)
            return .text("")
        })
        #expect(try await server.open().call(offer).rest().count == 1)
    }

    @Test(arguments: [[:], ["level": "loud"], ["level": 1], ["level": "INFO"]] as [JSONObject])
    func levelsThatAreNone(_ params: JSONObject) async throws {
        let session = try server.open()
        let error = await #expect(throws: RPCError.self) { try await session.result("logging/setLevel", params) }
        #expect(error?.code == .invalidParameters)
    }

    // MARK: - The client

    @Test func whatAHandlerSeesOfTheClient() async throws {
        let seen = Recorder<String>()
        let offer = ScriptedOffer(call: { _, exchange in
            let name = exchange.clientInformation?["name"]?.stringValue ?? "-"
            seen.append("\(exchange.revision.rawValue) \(name) \(exchange.clientCapabilities.keys)")
            seen.append(exchange.metadata["traceparent"]?.stringValue ?? "-")
            return .text("")
        })
        let meta: JSONObject = ["io.modelcontextprotocol/clientInfo": ["name": "app"], "traceparent": "00-1"]
        _ = try await server.result("tools/call", ["name": "one"], offer, capabilities: ["roots": [:]], meta: meta)
        let session = try server.open("2025-06-18", offer, capabilities: ["sampling": [:]])
        _ = try await session.call(offer, meta: ["traceparent": "00-2"]).rest()
        #expect(seen.all == [#"2026-07-28 app ["roots"]"#, "00-1", #"2025-06-18 test ["sampling"]"#, "00-2"])
    }

    /// A client of a revision before 2025-11-25 knows forms only; later ones may name addresses alone.
    @Test(
        arguments: [
            ([:], false), (["elicitation": [:]], true), (["elicitation": ["form": [:]]], true),
            (["elicitation": ["url": [:]]], false), (["elicitation": ["form": [:], "url": [:]]], true),
            (["elicitation": ["other": [:]]], true), (["elicitation": true], false), (["elicitation": .null], false),
            (["sampling": [:]], false),
        ] as [(JSONObject, Bool)]
    )
    func formsOfAClient(_ capabilities: JSONObject, canAsk: Bool) async throws {
        let seen = Recorder<Bool>()
        let offer = ScriptedOffer(call: { _, exchange in
            seen.append(exchange.canAsk(for: .elicitation))
            #expect(exchange.canAsk(for: .sampling) == (capabilities["sampling"] != nil))
            #expect(!exchange.canAsk(for: .roots))
            return .text("")
        })
        _ = try await server.result("tools/call", ["name": "one"], offer, capabilities: capabilities)
        _ = try await server.open("2025-11-25", offer, capabilities: capabilities).call(offer).rest()
        #expect(seen.all == [canAsk, canAsk])
    }
}
