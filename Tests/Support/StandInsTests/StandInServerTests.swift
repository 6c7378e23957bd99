import StandIns
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StandInServerTests {
    private func with<Result>(
        _ reply: StandInReply = .text("hello, world"),
        _ body: (StandInServer, RawClient) async throws -> Result
    ) async throws -> Result {
        let server = StandInServer(name: "test") { _ in reply }
        try await server.start()
        let result = try await body(server, RawClient(server))
        await server.stop()
        return result
    }

    @Test func recordsRequests() async throws {
        try await with { server, client in
            _ = try await client.send(
                "POST",
                "/a%20b/c?q=%E6%9D%B1%E4%BA%AC&x=1+2&flag",
                headers: ["X-Name: v"],
                body: "{}"
            )
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.path == "/a b/c")
            #expect(request.query.map(\.name) == ["q", "x", "flag"])
            #expect(request.query.map(\.value) == ["東京", "1 2", ""])
            #expect(request.header("x-name") == "v")
            #expect(request.bodyText == "{}")
            #expect(request.ending?.kind == .answered(status: 200))
            let ending = try #require(request.ending)
            #expect(ending.at >= request.receivedAt)
        }
    }

    @Test func anOccupiedPortIsNamedInTheError() async throws {
        try await with { server, _ in
            let port = server.port
            let error = await #expect(throws: ListeningError.self) {
                try await StandInServer(name: "second", port: port) { _ in .text("") }.start()
            }
            #expect(error.map { "\($0)" } == "another program already listens on port \(port)")
        }
    }

    @Test func framesTheBodyAsConfigured() async throws {
        var reply = StandInReply.text("hello")
        let counted = try await with(reply) { try await $1.send("GET", "/") }
        #expect(counted.header("Content-Length") == "5")
        #expect(counted.rawBody == "hello")
        reply.framing = .chunked
        let chunked = try await with(reply) { try await $1.send("GET", "/") }
        #expect(chunked.header("Transfer-Encoding") == "chunked")
        #expect(chunked.rawBody == "5\r\nhello\r\n0\r\n\r\n")
        reply.framing = .untilClose
        let open = try await with(reply) { try await $1.send("GET", "/") }
        #expect(open.header("Content-Length") == nil && open.header("Transfer-Encoding") == nil)
        #expect(open.rawBody == "hello")
    }

    @Test func servesSeveralRequestsOnAConnection() async throws {
        try await with { server, client in
            let text = try await client.sendTwice("GET", "/")
            #expect(text.components(of: "hello, world") == 2)
            #expect(server.requests.count == 2)
        }
    }

    @Test func dripsTheBody() async throws {
        var reply = StandInReply.text("hello")
        reply.framing = .chunked
        try await with(reply) { server, client in
            server.misbehave(.drip(bytes: 2, every: .milliseconds(1)))
            let dripped = try await client.send("GET", "/")
            #expect(dripped.rawBody == "2\r\nhe\r\n2\r\nll\r\n1\r\no\r\n0\r\n\r\n")
            let plain = try await client.send("GET", "/")
            #expect(plain.rawBody == "5\r\nhello\r\n0\r\n\r\n", "a rule is used up")
        }
    }

    @Test func truncatesTheBody() async throws {
        try await with { server, client in
            server.misbehave(.truncate(afterBytes: 5))
            let answer = try await client.send("GET", "/")
            #expect(answer.header("Content-Length") == "12")
            #expect(answer.rawBody == "hello")
            #expect(answer.close == .orderly)
            #expect(server.requests.first?.ending?.kind == .cutOff)
        }
    }

    @Test func resetsTheConnection() async throws {
        try await with { server, client in
            server.misbehave(.reset(afterBytes: 5))
            let midway = try await client.send("GET", "/")
            #expect(midway.close == .reset && midway.status == 200)
            server.misbehave(.resetBeforeHeader)
            let answer = try await client.send("GET", "/")
            #expect(answer.close == .reset && answer.status == 0)
        }
    }

    @Test func stallsUntilTheClientClosesAndRecordsTheTime() async throws {
        try await with { server, client in
            server.misbehave(.stall(afterBytes: 5))
            let before = ContinuousClock.now
            try await client.sendAndLeave("GET", "/", afterReading: "hello")
            let ending = try #require(await server.ending(of: 1))
            #expect(ending.kind == .closedByPeer)
            #expect(ending.at > before)
        }
    }

    @Test func answersWithAConfiguredReply() async throws {
        try await with { server, client in
            server.misbehave(.answer(.html(status: 200)), times: nil) { $0.path == "/html" }
            server.misbehave(.answer(OpenAIStandIn.failure(429, retryAfter: 7)), times: 1) { $0.path == "/rate" }
            #expect(try await client.send("GET", "/html").header("Content-Type") == "text/html")
            let limited = try await client.send("GET", "/rate")
            #expect(limited.status == 429 && limited.header("Retry-After") == "7")
            #expect(try await client.send("GET", "/rate").status == 200)
            #expect(try await client.send("GET", "/html").body.hasPrefix("<html>"))
            server.clearMisbehaviors()
            #expect(try await client.send("GET", "/html").body == "hello, world")
        }
    }

    @Test func holdsAnAnswerUntilAGateOpens() async throws {
        try await with { server, client in
            let gate = StandInGate()
            server.misbehave(.hold(gate)) { $0.path == "/first" }
            async let first = client.send("GET", "/first")
            _ = await server.requests(atLeast: 1)
            async let second = client.send("GET", "/second")
            _ = await server.ending(of: 2)
            #expect(server.requests[0].ending == nil)
            gate.open()
            let statuses = try await [first.status, second.status]
            #expect(statuses == [200, 200])
            #expect(server.requests[0].overlaps(server.requests[1]))
        }
    }

    @Test func reportsPastEventsFirst() async throws {
        let server = StandInServer(name: "test") { _ in .text("ok") }
        try await server.start()
        _ = try await RawClient(server).send("GET", "/")
        await server.stop()
        var kinds: [String] = []
        for await event in server.events() {
            switch event {
            case .received: kinds.append("received")
            case .headerSent(1, 200, _): kinds.append("headerSent")
            case .answered(1, 200, _): kinds.append("answered")
            default: kinds.append("other")
            }
        }
        #expect(kinds == ["received", "headerSent", "answered"])
    }

    @Test func refusesConnectionsOnceStopped() async throws {
        let server = StandInServer(name: "test") { _ in .text("ok") }
        try await server.start()
        let client = RawClient(server)
        server.misbehave(.stallBeforeHeader)
        async let stalled = client.send("GET", "/")
        _ = await server.requests(atLeast: 1)
        await server.stop()
        #expect(try await stalled.status == 0)
        await #expect(throws: (any Error).self) { try await client.send("GET", "/") }
    }

    /// A connection that is accepted while the server stops has no handler that could answer it.
    @Test(arguments: 0..<8)
    func noClientWaitsForAServerThatHasStopped(round: Int) async throws {
        let server = StandInServer(name: "test") { _ in .text("ok") }
        try await server.start()
        let client = RawClient(server)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    // A status of 0: the connection was closed before an answer.
                    while let answer = try? await client.send("GET", "/"), answer.status != 0 {}
                }
            }
            _ = await server.requests(atLeast: 8 + round)
            await server.stop()
        }
        await #expect(throws: (any Error).self) { try await client.send("GET", "/") }
    }
}

extension String {
    /// Returns how often a text occurs.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
