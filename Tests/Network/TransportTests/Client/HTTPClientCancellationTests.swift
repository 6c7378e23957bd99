import Testing
import Transport

/// A reader that stops reading closes the connection at once.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientCancellationTests {
    enum Sign: Sendable, Equatable { case asked, closed }

    /// A server that sends some bytes, then reports when the client has closed the connection.
    private func server(sending text: String) -> (RawServer, AsyncStream<Sign>) {
        let (signs, source) = AsyncStream<Sign>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(text)
            source.yield(.asked)
            connection.waitForPeerToClose()
            source.yield(.closed)
        }
        return (server, signs)
    }

    private static let openBody = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npart"

    @Test func cancellingBeforeTheHeader() async {
        let (server, signs) = server(sending: "")
        var sign = signs.makeAsyncIterator()
        let client = HTTPClient()
        let task = Task { try await client.send(HTTPRequest(.get, server.url(), isTrusted: true)) }
        #expect(await sign.next() == .asked)
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(await sign.next() == .closed)
    }

    @Test func cancellingWhileTheReaderWaits() async throws {
        let (server, signs) = server(sending: Self.openBody)
        var sign = signs.makeAsyncIterator()
        let client = HTTPClient()
        let (pieces, source) = AsyncStream<[UInt8]>.makeStream()
        let task = Task {
            for try await piece in try await client.send(HTTPRequest(.get, server.url(), isTrusted: true)).body {
                source.yield(piece)
            }
        }
        for await piece in pieces {
            #expect(piece == Array("part".utf8))
            break
        }
        #expect(await sign.next() == .asked)
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(await sign.next() == .closed)
    }

    @Test func aCancelledTaskSendsNothing() async {
        let server = RawServer(serve: HTTPClientTests.echo)
        let client = HTTPClient()
        let (start, source) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in start {}
            return try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
        }
        task.cancel()
        source.finish()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test func releasingTheBody() async throws {
        let (server, signs) = server(sending: Self.openBody)
        let client = HTTPClient()
        #expect(try await client.send(HTTPRequest(.get, server.url(), isTrusted: true)).status == 200)
        #expect(await signs.first { $0 == .closed } == .closed)
    }

    @Test func leavingTheLoop() async throws {
        let (server, signs) = server(sending: Self.openBody)
        let client = HTTPClient()
        let response = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
        for try await _ in response.body { break }
        #expect(await signs.first { $0 == .closed } == .closed)
        let error = await #expect(throws: TransportError.self) { try await response.body.collect(upTo: 1000) }
        #expect(error?.code == .cancelled)
    }

    @Test func releasingThePausedBody() async throws {
        let (closed, source) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            while connection.write([UInt8](repeating: 1, count: 65536)) {}
            source.yield()
        }
        let client = HTTPClient()
        _ = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
        for await _ in closed { break }
    }

    @Test func cancellingAtAnyMoment() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<20 where connection.write("4\r\nabcd\r\n") {}
                connection.write("0\r\n\r\n")
            }
        }
        let client = HTTPClient()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = Task {
                        let response = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
                        return try await response.body.collect(upTo: 1000)
                    }
                    // Different numbers of scheduler turns lead to different moments.
                    for _ in 0..<(number * 3) { await Task.yield() }
                    task.cancel()
                    do {
                        #expect(try await task.value.count == 80)
                    } catch let error as TransportError {
                        #expect(error.code == .cancelled, "\(error)")
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        await client.shutdown()
    }
}
