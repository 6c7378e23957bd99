import EventStreams
import Secrets
import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct HTTPClientTests {
    /// A server that answers every request on a connection with the request itself.
    static func echo(_ connection: RawConnection) {
        while let request = connection.readRequest() {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)")
        }
    }

    private func echoed(_ request: (RawServer) -> HTTPRequest) async throws -> String {
        let server = RawServer(serve: Self.echo)
        defer { server.stop() }
        var sent = request(server)
        // The server returns what it received.
        sent.echo = SecretEcho([])
        let response = try await HTTPClient().send(sent)
        return String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
    }

    @Test func aRequestIsSentAsWritten() async throws {
        let secret = SecretString("sk-test-1234")
        let text = try await echoed { server in
            HTTPRequest(
                .post,
                server.url("/v1/x?a=b%20c"),
                headers: [
                    "Authorization": .secret(secret, prefix: "Bearer "), "X-Key": .secret(secret, prefix: ""),
                    "Content-Type": "application/json", "X-Empty": "", "X-Twice": "1", "x-twice": "2",
                ],
                body: Array(#"{"a":1}"#.utf8),
                isTrusted: true
            )
        }
        let (head, body) = (text.split(separator: "\r\n\r\n")[0], text.split(separator: "\r\n\r\n")[1])
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines[0] == "POST /v1/x?a=b%20c HTTP/1.1")
        #expect(body == #"{"a":1}"#)
        #expect(
            lines.dropFirst().filter { !$0.hasPrefix("Host: ") } == [
                "Accept: */*", "Authorization: Bearer sk-test-1234", "X-Key: sk-test-1234",
                "Content-Type: application/json", "X-Empty:", "X-Twice: 1", "x-twice: 2",
                "User-Agent: torii/0.1", "Content-Length: 7",
            ]
        )
    }

    @Test func receivedBytesAreSkippedWithoutWaiting() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
            gate.wait()
            connection.write("3\r\ntwo\r\n0\r\n\r\n")
        }
        defer { server.stop() }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        var pieces = response.body.makeAsyncIterator()
        let first = try await pieces.next()
        #expect(first == Array("one".utf8))
        let isOverAtOnce = pieces.skip()
        #expect(!isOverAtOnce)
        gate.open()
        let second = try await pieces.next()
        #expect(second == Array("two".utf8))
        let end = try await pieces.next()
        #expect(end == nil)
        let isOverAtTheEnd = pieces.skip()
        #expect(isOverAtTheEnd)
    }

    @Test func aLongBodyHasNoExpectAndNoFormType() async throws {
        let text = try await echoed {
            HTTPRequest(.put, $0.url(), body: [UInt8](repeating: 97, count: 300_000), isTrusted: true)
        }
        #expect(!text.contains("Expect"))
        #expect(!text.contains("Content-Type"))
        #expect(text.hasPrefix("PUT / HTTP/1.1\r\n"))
        #expect(text.utf8.count { $0 == 97 } >= 300_000)
    }

    @Test(arguments: [HTTPMethod.post, .put, .patch]) func anEmptyBodyHasALength(method: HTTPMethod) async throws {
        let text = try await echoed { HTTPRequest(method, $0.url(), body: [], isTrusted: true) }
        #expect(text.hasPrefix("\(method.rawValue) / HTTP/1.1\r\n"))
        #expect(text.contains("Content-Length: 0\r\n"))
    }

    @Test(arguments: [HTTPMethod.get, .delete, .post, HTTPMethod(rawValue: "PROPFIND")])
    func aRequestMayHaveNoBody(method: HTTPMethod) async throws {
        let text = try await echoed { HTTPRequest(method, $0.url(), headers: ["User-Agent": "mine"], isTrusted: true) }
        #expect(text.hasPrefix("\(method.rawValue) / HTTP/1.1\r\n"))
        #expect(text.contains("User-Agent: mine\r\n"))
        #expect(!text.contains("torii"))
    }

    @Test func headHasNoBody() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n") }
        }
        let response = try await HTTPClient().send(HTTPRequest(.head, server.url(), isTrusted: true))
        #expect(response.headers["content-length"] == "500")
        #expect(try await response.body.collect(upTo: 0).isEmpty)
    }

    @Test(arguments: [204, 301, 304, 404, 500]) func everyStatusIsAnAnswer(status: Int) async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 \(status) Word\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        #expect(response.status == status)
        #expect(response.headers["LOCATION"] == "/other")
        #expect(try await response.body.collect(upTo: 10).isEmpty)
        #expect(server.connectionCount == 1)
    }

    @Test func theHeaderArrivesBeforeTheBodyAndPiecesOneByOne() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for letter in ["a", "b", "c"] {
                gate.wait()
                connection.write("1\r\n\(letter)\r\n")
            }
            gate.wait()
            connection.write("0\r\nTrailer: 1\r\n\r\n")
        }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        var pieces: [String] = []
        gate.open()
        for try await piece in response.body {
            pieces.append(String(decoding: piece, as: UTF8.self))
            gate.open()
        }
        #expect(pieces == ["a", "b", "c"])
    }

    @Test func connectionsAreReused() async throws {
        let server = RawServer(serve: Self.echo)
        let client = HTTPClient()
        for _ in 0..<5 {
            _ = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true)).body.collect(upTo: 1000)
        }
        #expect(server.connectionCount == 1)
    }

    @Test func anIdleConnectionThatTheServerClosedIsReplaced() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            // The server reads no second request: it closes the connection while the client believes it to be usable.
        }
        let client = HTTPClient()
        for _ in 0..<5 {
            #expect(
                try await client.send(HTTPRequest(.get, server.url(), isTrusted: true)).body.collect(upTo: 10)
                    == Array("ok".utf8)
            )
        }
        #expect(server.connectionCount == 5)
    }

    @Test func manyTransfersAtOnce() async throws {
        let server = RawServer(serve: Self.echo)
        let client = HTTPClient()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let response = try await client.send(HTTPRequest(.get, server.url("/\(number)"), isTrusted: true))
                    let bytes = try await response.body.collect(upTo: 1000)
                    return String(decoding: bytes, as: UTF8.self).hasPrefix("GET /\(number) ")
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        await client.shutdown()
    }

    @Test func serverSentEventsAreReadFromTheBody() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
            for byte in "id: 1\ndata: 京都\n\n: hb\nevent: end\ndata: 1\n\ndata: cut".utf8 { connection.write([byte]) }
        }
        let client = HTTPClient()
        let whole = [ServerSentEvent(id: "1", data: "京都"), ServerSentEvent(id: "1", type: "end", data: "1")]
        for (keeps, expected) in [(false, whole), (true, whole + [ServerSentEvent(id: "1", data: "cut")])] {
            let response = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
            var events: [ServerSentEvent] = []
            for try await event in response.body.serverSentEvents(keepsUnterminatedEvent: keeps) {
                events.append(event)
            }
            #expect(events == expected)
        }
    }

    @Test func aBodyThatIsTooLongFailsWithLimit() async throws {
        let (closed, source) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            while connection.write("0123456789") {}
            source.yield()
        }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        let error = await #expect(throws: TransportError.self) { try await response.body.collect(upTo: 1000) }
        #expect(error?.code == .limit)
        for await _ in closed { break }
    }
}
