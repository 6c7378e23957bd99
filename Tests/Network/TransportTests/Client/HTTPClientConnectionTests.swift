import Synchronization
import Telemetry
import Testing
import Transport

/// The connections of a client, and the requests that wait for one.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientConnectionTests {
    private func request(_ server: RawServer, _ path: String = "/", timeouts: HTTPTimeouts = .init()) -> HTTPRequest {
        HTTPRequest(.get, server.url(path), timeouts: timeouts, isTrusted: true)
    }

    @Test func aPrewarmedConnectionCarriesTheFirstRequest() async throws {
        let (firstLines, source) = AsyncStream<String>.makeStream()
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                source.yield(String(request.prefix { $0 != "\r\n" }))
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            source.finish()
        }
        let client = HTTPClient()
        try await client.prewarm(server.url("/ignored"), isTrusted: true)
        for _ in 0..<2 { _ = try await client.send(request(server, "/real")).body.collect(upTo: 10) }
        // Prewarming makes no second connection beside an idle one.
        try await client.prewarm(server.url(), isTrusted: true)
        #expect(server.connectionCount == 1)
        #expect(client.metrics.values.map(\.requests) == [2])
        await client.shutdown()
        var lines: [String] = []
        for await line in firstLines { lines.append(line) }
        #expect(lines == ["GET /real HTTP/1.1", "GET /real HTTP/1.1"])
    }

    @Test func prewarmingReportsErrors() async {
        let client = HTTPClient()
        let url = "http://127.0.0.1:\(RawServer.closedPort())/"
        let trusted = await #expect(throws: TransportError.self) { try await client.prewarm(url, isTrusted: true) }
        #expect(trusted?.code == .connect)
        let untrusted = await #expect(throws: TransportError.self) { try await client.prewarm(url) }
        #expect(untrusted?.code == .policy)
        await client.shutdown()
    }

    @Test func transfersToOneHostAreLimited() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let gate = Gate()
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                arrived.yield()
                gate.wait()
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        defer { server.stop() }
        let other = RawServer(serve: HTTPClientTests.echo)
        defer { other.stop() }
        let client = HTTPClient(configuration: .init { $0.maximumTransfersPerHost = 3 })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask { _ = try await client.send(request(server)).body.collect(upTo: 10) }
            }
            var arrival = arrivals.makeAsyncIterator()
            for _ in 0..<3 { await arrival.next() }
            // The others wait, and block no other host.
            #expect(try await client.send(request(other)).status == 200)
            #expect(server.connectionCount == 3)
            for _ in 0..<12 { gate.open() }
            try await group.waitForAll()
        }
        #expect(server.connectionCount == 3)
        await client.shutdown()
    }

    @Test func waitingTooLongIsAnError() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
            arrived.yield()
            connection.waitForPeerToClose()
        }
        defer { server.stop() }
        let client = HTTPClient(configuration: .init { $0.maximumTransfersPerHost = 1 })
        let open = try await client.send(request(server))
        for await _ in arrivals { break }
        let timeouts = HTTPTimeouts(queue: .milliseconds(100))
        let error = await #expect(throws: TransportError.self) {
            try await client.send(request(server, timeouts: timeouts))
        }
        #expect(error?.code == .timeout(.queue))
        #expect(error?.isRetrySafe == true)
        // A cancelled request leaves the queue.
        let waiting = Task { try await client.send(request(server)) }
        waiting.cancel()
        let cancelled = await #expect(throws: TransportError.self) { try await waiting.value }
        #expect(cancelled?.code == .cancelled)
        withExtendedLifetime(open) {}
        await client.shutdown()
    }

    @Test(arguments: [0, 2]) func theQueueIsLimitedAndBothLanesShareTheCapacity(maximumWaiting: Int) async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart")
            connection.waitForPeerToClose()
        }
        defer { server.stop() }
        let client = HTTPClient(
            configuration: .init {
                $0.maximumTransfers = 1
                $0.maximumWaiting = maximumWaiting
                $0.addressPolicy = .unrestricted
            }
        )
        let open = try await client.send(request(server))
        // The waiting requests are of the other lane, which has no capacity of its own.
        let url = server.url()
        let tasks = (0..<maximumWaiting + 1).map { _ in
            Task { try await client.send(HTTPRequest(.get, url)) }
        }
        let errors = await withTaskGroup(of: TransportError?.self) { group in
            for task in tasks {
                group.addTask {
                    guard case .failure(let error) = await task.result else { return nil }
                    return error as? TransportError
                }
            }
            // One is refused at once; only then do the others stop waiting.
            let first = await group.next() ?? nil
            for task in tasks { task.cancel() }
            return await group.reduce(into: [first]) { $0.append($1) }
        }
        #expect(errors.map { $0?.code } == [.limit] + Array(repeating: .cancelled, count: maximumWaiting))
        #expect(errors.first??.isRetrySafe == true)
        #expect(server.connectionCount == 1)
        withExtendedLifetime(open) {}
        await client.shutdown()
    }

    @Test(arguments: [1, 4]) func eachHostHasOneConnectionWithAnyNumberOfThreads(threads: Int) async throws {
        let servers = (0..<8).map { _ in RawServer(serve: HTTPClientTests.echo) }
        defer { for server in servers { server.stop() } }
        let client = HTTPClient(configuration: .init { $0.threads = threads })
        for _ in 0..<3 {
            for server in servers { _ = try await client.send(request(server)).body.collect(upTo: 1000) }
        }
        // Requests to one host share its connection, whatever the number of threads.
        #expect(servers.map(\.connectionCount) == Array(repeating: 1, count: 8))
        await client.shutdown()
    }

    @Test func idleConnectionsAreLimited() async throws {
        let closed = Mutex(0)
        let (closings, source) = AsyncStream<Void>.makeStream()
        let servers = (0..<6).map { _ in
            RawServer { connection in
                while connection.readRequest() != nil {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
                closed.withLock { $0 += 1 }
                source.yield()
            }
        }
        defer { for server in servers { server.stop() } }
        let client = HTTPClient(configuration: .init { $0.maximumIdleConnections = 2 })
        for server in servers { _ = try await client.send(request(server)).body.collect(upTo: 10) }
        var closing = closings.makeAsyncIterator()
        for _ in 0..<3 { await closing.next() }
        #expect(closed.withLock { $0 } >= 3)
        // The newest connection is still open.
        _ = try await client.send(request(servers[5])).body.collect(upTo: 10)
        #expect(servers[5].connectionCount == 1)
        await client.shutdown()
    }

    @Test func aNameCanHaveAFixedAddress() async throws {
        let server = RawServer(serve: HTTPClientTests.echo)
        defer { server.stop() }
        let client = HTTPClient(
            configuration: .init {
                $0.nameOverrides = [.init(host: "fixed.test", port: Int(server.port), addresses: ["127.0.0.1"])]
            }
        )
        let request = HTTPRequest(.get, "http://fixed.test:\(server.port)/", isTrusted: true)
        let text = String(decoding: try await client.send(request).body.collect(upTo: 1000), as: UTF8.self)
        #expect(text.contains("Host: fixed.test:\(server.port)\r\n"))
        await client.shutdown()
    }

    @Test func metricsCountRequestsAndBytes() async throws {
        let server = RawServer(serve: HTTPClientTests.echo)
        defer { server.stop() }
        let client = HTTPClient()
        var post = request(server)
        post.method = .post
        post.body = [UInt8](repeating: 97, count: 1000)
        for _ in 0..<3 { _ = try await client.send(post).body.collect(upTo: 10_000) }
        _ = await #expect(throws: TransportError.self) {
            try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(RawServer.closedPort())/", isTrusted: true))
        }
        await client.shutdown()
        let metrics = try #require(client.metrics["127.0.0.1:\(server.port)"])
        #expect(metrics.requests == 3)
        #expect(metrics.outcomes == [.answered(status: 200): 3])
        #expect(metrics.openTransfers == 0)
        #expect(metrics.bytesSent > 3000 && metrics.bytesSent < 4500)
        #expect(metrics.bytesReceived > 3000 && metrics.bytesReceived < 5500)
        #expect(metrics.connectionsNew == 1)
        #expect(metrics.connectionsReused == 2)
        #expect(metrics.timeToFirstByte.count == 3)
        let failed = try #require(client.metrics["127.0.0.1:\(RawServer.closedPort())"])
        #expect(failed.outcomes == [.failed(.connect): 1])
    }
}
