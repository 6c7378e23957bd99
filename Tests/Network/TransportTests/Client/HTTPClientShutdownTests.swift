import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct HTTPClientShutdownTests {
    private func stalling(after text: String) -> (RawServer, AsyncStream<Void>) {
        let (asked, source) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(text)
            source.yield()
            connection.waitForPeerToClose()
            source.finish()
        }
        return (server, asked)
    }

    @Test func runningTransfersFailAndTheConnectionCloses() async throws {
        let client = HTTPClient()
        let (silent, asked) = stalling(after: "")
        let (open, opened) = stalling(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart")
        let waiting = Task { try await client.send(HTTPRequest(.get, silent.url(), isTrusted: true)) }
        var askedOnce = asked.makeAsyncIterator()
        await askedOnce.next()
        let response = try await client.send(HTTPRequest(.get, open.url(), isTrusted: true))
        var body = response.body.makeAsyncIterator()
        #expect(try await body.next() == Array("part".utf8))

        await client.shutdown()
        let error = await #expect(throws: TransportError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        let bodyError = await #expect(throws: TransportError.self) { try await body.next() }
        #expect(bodyError?.code == .cancelled)
        #expect(await askedOnce.next() == nil)
        for await _ in opened {}
    }

    @Test func laterRequestsFailAtOnceAndASecondShutdownIsHarmless() async {
        let client = HTTPClient()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await client.shutdown() } }
        }
        await client.shutdown()
        let error = await #expect(throws: TransportError.self) {
            try await client.send(HTTPRequest(.get, "http://127.0.0.1:1/", isTrusted: true))
        }
        #expect(error?.code == .cancelled)
    }

    @Test func aBodyKeepsAReleasedClientRunning() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
            gate.wait()
            connection.write("late")
        }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        gate.open()
        #expect(try await response.body.collect(upTo: 10) == Array("late".utf8))
    }

    @Test func aReleasedClientClosesItsConnections() async throws {
        let (closed, source) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            while connection.readRequest() != nil { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
            source.yield()
        }
        _ = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true)).body.collect(upTo: 0)
        for await _ in closed { break }
    }
}
