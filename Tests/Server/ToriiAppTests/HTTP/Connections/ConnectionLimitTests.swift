import AgentRuntime
import EventStreams
import NIOCore
import StandIns
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

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
    func anIncompleteRequestIsClosed(_ beginning: String) async throws {
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
                settings.addresses[.openai] = standIn.baseURL
                settings.connectionLimits.header = .seconds(1)
                settings.connectionLimits.bodyPause = .seconds(1)
                settings.connectionLimits.idle = .seconds(1)
                settings.connectionLimits.stalledResponse = .seconds(1)
            } _: { server in
                let response = try await server.stream("hi")
                // Another connection stays open through all of these times.
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
    func aRefusedBodyIsNotRead(_ header: String) async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let chunk = "10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n"
            await connection.post(header)
            // The buffers of the kernel hold some megabytes.
            let sent = await connection.flood(chunk, limit: 1 << 30)
            #expect(sent < 64 << 20)
        }
    }

    @Test func theResponseToAnUnreadBodyClosesTheConnection() async throws {
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

    /// Returns a turn whose body arrives in chunks of one byte, with `count` bytes of white space.
    private static func bytewise(_ count: Int, trailer: String = "") -> String {
        let body = "{\"message\": \(String(repeating: " ", count: count))\"hello\"}"
        return request(
            "POST /v1/chat",
            "Authorization: Bearer \(TestServer.clientToken)\r\nContent-Type: application/json\r\n"
                + "Connection: close\r\nTransfer-Encoding: chunked\r\n"
        ) + body.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\(trailer)\r\n"
    }

    @Test(
        arguments: [
            (bytewise(0), "200", "", "message"), (bytewise(20_000), "200", "", "message"),
            (bytewise(40_000), "400", "connection: close\r\n", "too many tiny chunks"),
            (bytewise(0, trailer: "A: b\r\n"), "200", "", "message"),
            (
                bytewise(0, trailer: "A: \(String(repeating: "b", count: 20_000))\r\n"), "400", "connection: close\r\n",
                "trailer"
            ),
        ]
    )
    func aBodyOfTinyChunksIsReadOrRefused(
        _ text: String,
        _ status: String,
        _ field: String,
        _ word: String
    ) async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let answer = await connection.exchangeUntilClosed(text)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(field.isEmpty || answer.lowercased().contains(field))
            #expect(answer.contains(word))
            #expect(!server.log.text.contains("Request failed"))
        }
    }

    @Test func aReaderThatAcceptsNothingIsReset() async throws {
        try await TestServer.with { settings in
            settings.connectionLimits.stalledResponse = .milliseconds(100)
        } _: { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            // The responses together are larger than the kernel buffers of both sides.
            let list = Self.request("GET /v1/tools", "Authorization: Bearer \(TestServer.clientToken)\r\n")
            await connection.post(String(repeating: list, count: 600))
            #expect(await connection.isReset())
        }
    }

    @Test func silentConnectionsMakeRoomForNewOnes() async throws {
        try await TestServer.with { settings in
            settings.maximumConnections = 4
        } _: { server in
            let silent = try (0..<40).map { _ in try RawConnection(to: server.baseURL) }
            defer { for connection in silent { connection.close() } }
            await withTaskGroup { group in
                for connection in silent { group.addTask { _ = await connection.exchangeUntilClosed("") } }
                // A connection that came at the same moment as the silent ones could be one of those that make room.
                for _ in 4..<40 { await group.next() }
                do {
                    let connection = try RawConnection(to: server.baseURL)
                    defer { connection.close() }
                    let answer = await connection.exchange(Self.request("GET /healthz"), until: "}")
                    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
                } catch {
                    Issue.record(error)
                }
                for connection in silent { connection.end() }
            }
        }
    }

    @Test func aConnectionIsRefusedIfAllOthersAreAtWork() async throws {
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
    func aLongPathIsShortenedInLogsAndResponses(_ target: String) async throws {
        try await TestServer.with { server in
            let connection = try RawConnection(to: server.baseURL)
            defer { connection.close() }
            let answer = await connection.exchangeUntilClosed(Self.request("GET /\(target)", "Connection: close\r\n"))
            #expect(answer.hasPrefix(target.count > 16_384 ? "HTTP/1.1 400 " : "HTTP/1.1 404 "))
            #expect(answer.utf8.count < 1500)
            for line in server.log.text.split(separator: "\n") {
                #expect(line.utf8.count < 1500, "\(line.prefix(300))")
            }
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
