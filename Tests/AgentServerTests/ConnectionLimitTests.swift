import AgentRuntime
import NIOCore
import StandIns
import Testing
import Transport

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct ConnectionLimitTests {
    private static func request(_ line: String, _ fields: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    }

    @Test(arguments: [
        "", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
        request("POST /v1/chat", "Authorization: Bearer \(TestServer.clientToken)\r\nContent-Length: 1000000\r\n")
            + "{",
        request("POST /v1/chat", "Authorization: Bearer \(TestServer.clientToken)\r\nTransfer-Encoding: chunked\r\n"),
    ])
    func aRequestThatDoesNotArriveIsClosed(_ beginning: String) async throws {
        try await TestServer.with { settings in
            settings.connectionLimits.header = .milliseconds(100)
            settings.connectionLimits.bodyPause = .milliseconds(100)
        } _: { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            _ = await connection.exchangeUntilClosed(beginning)
        }
    }

    @Test func anIdleConnectionIsClosed() async throws {
        try await TestServer.with { settings in
            settings.connectionLimits.idle = .milliseconds(100)
        } _: { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let answer = await connection.exchangeUntilClosed(Self.request("GET /healthz"))
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func aWaitingStreamIsNotClosed() async throws {
        let hold = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(hold)))
            reply.steps.append(.token(" last"))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.openAIBaseURL = standIn.baseURL
                settings.connectionLimits.header = .milliseconds(20)
                settings.connectionLimits.bodyPause = .milliseconds(20)
                settings.connectionLimits.idle = .milliseconds(20)
                settings.connectionLimits.stalledAnswer = .milliseconds(20)
            } _: { server in
                let response = try await server.stream("hi")
                // Another connection lives through all of these times.
                let other = try RawConnection(to: server.baseURL)
                _ = await other.exchangeUntilClosed("GET")
                let idle = try RawConnection(to: server.baseURL)
                _ = await idle.exchangeUntilClosed(Self.request("GET /healthz"))
                other.close()
                idle.close()
                hold.open()
                #expect(try await response.events().last?.type == "run.completed")
            }
        }
    }

    @Test(arguments: [
        request("POST /v1/chat", "Transfer-Encoding: chunked\r\n"),
        request("POST /v1/chat", "Content-Length: 4000000000\r\n"),
        request(
            "POST /v1/chat",
            "Authorization: Bearer \(TestServer.clientToken)\r\nContent-Type: application/json\r\n"
                + "Content-Length: 4000000000\r\n"
        ),
        request(
            "POST /v1/chat",
            "Authorization: Bearer \(TestServer.clientToken)\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n"
        ),
        request("POST /nowhere", "Transfer-Encoding: chunked\r\n"),
    ])
    func aBodyThatNobodyReadsIsNotTaken(_ header: String) async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
            await connection.post(header)
            // What the kernel's buffers hold is some megabytes.
            let sent = await connection.flood(chunk, limit: 1 << 30)
            #expect(sent < 64 << 20)
        }
    }

    @Test func theAnswerToAnUnreadBodySaysThatItIsTheLastOne() async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let answer = await connection.exchangeUntilClosed(
                Self.request("POST /v1/chat", "Content-Length: 100000\r\n")
            )
            #expect(answer.hasPrefix("HTTP/1.1 401 "))
            #expect(answer.lowercased().contains("connection: close\r\n"))
        }
    }

    @Test func silentConnectionsMakeRoomForNewOnes() async throws {
        try await TestServer.with { settings in
            settings.maximumConnections = 4
        } _: { server in
            var silent: [RawConnection] = []
            defer { for connection in silent { connection.close() } }
            for _ in 0..<40 { silent.append(try RawConnection(to: server.baseURL)) }
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let answer = await connection.exchange(Self.request("GET /healthz"), until: "}")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func aConnectionBeyondThoseAtWorkIsRefused() async throws {
        let hold = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(hold)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.openAIBaseURL = standIn.baseURL
                settings.maximumConnections = 2
            } _: { server in
                let first = try await server.stream("hi")
                let second = try await server.stream("hi")
                let third = try RawConnection(to: server.baseURL)
                defer { third.close() }
                let answer = await third.exchangeUntilClosed("")
                #expect(answer.hasPrefix("HTTP/1.1 503 "))
                #expect(answer.contains("Retry-After: 5\r\n"))
                hold.open()
                for response in [first, second] { #expect(try await response.events().last?.type == "run.completed") }
            }
        }
    }

    @Test(arguments: [
        String(repeating: "a", count: 70_000), String(repeating: "a", count: 10_000),
        String(repeating: "%0A%1B%5B", count: 1000),
    ])
    func aLongTargetMakesShortLinesAndAnswers(_ target: String) async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let answer = await connection.exchangeUntilClosed(Self.request("GET /\(target)", "Connection: close\r\n"))
            #expect(answer.hasPrefix(target.count > 16_384 ? "HTTP/1.1 400 " : "HTTP/1.1 404 "))
            #expect(answer.utf8.count < 1500)
            for line in server.log.text.split(separator: "\n") { #expect(line.utf8.count < 1500) }
        }
    }

    @Test(arguments: [1000, 100_000])
    func theHeaderIsBounded(fields: Int) async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let many = (0..<fields).map { "X-\($0): a\r\n" }.joined()
            let answer = await connection.exchangeUntilClosed(Self.request("GET /healthz", many))
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "))
        }
    }
}
