import Testing
import Transport

/// HTTP/2, TLS and compression against nginx.
@Suite(.needsNginx, .nginx, .timeLimit(.minutes(2))) struct HTTP2Tests {
    private func client(_ nginx: Nginx, _ configure: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient
    {
        HTTPClient(
            configuration: .init {
                $0.certificateAuthorityFile = nginx.certificates.authority
                configure(&$0)
            }
        )
    }

    private func request(_ url: String, _ method: HTTPMethod = .get) -> HTTPRequest {
        HTTPRequest(method, url, isTrusted: true)
    }

    /// The header fields by which nginx describes the connection of an answer.
    private func connection(_ response: HTTPResponse) throws -> String {
        let number = try #require(response.headers["X-Connection"])
        let version = try #require(response.headers["X-Protocol"])
        return "\(version) #\(number)"
    }

    @Test(arguments: [(Nginx.Site.modern, true, "HTTP/2.0"), (.modern, false, "HTTP/1.1"), (.plain, true, "HTTP/1.1")])
    func theProtocolIsAgreedOn(site: Nginx.Site, usesHTTP2: Bool, version: String) async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx) { $0.usesHTTP2 = usesHTTP2 }
        let response = try await client.send(request(nginx.url(site)))
        #expect(response.headers["X-Protocol"] == version)
        #expect(try await response.body.collect(upTo: 100) == Array("hello from nginx".utf8))
        await client.shutdown()
    }

    @Test(arguments: [Nginx.Site.modern, .plain]) func aConnectionIsReused(site: Nginx.Site) async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        var connections: Set<String> = []
        for _ in 0..<10 {
            let response = try await client.send(request(nginx.url(site)))
            connections.insert(try connection(response))
            _ = try await response.body.collect(upTo: 100)
        }
        #expect(connections.count == 1)
        await client.shutdown()
    }

    @Test func manyRequestsAtOnceShareAConnection() async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        let (arrivals, source) = AsyncStream<Gate>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            let gate = Gate()
            source.yield(gate)
            gate.wait()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone")
        }
        defer { server.stop() }
        let url = nginx.url(.modern, Nginx.path(to: server))
        let count = 60
        let connections = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let response = try await client.send(request(url))
                    let connection = try connection(response)
                    let bytes = try await response.body.collect(upTo: 10)
                    #expect(bytes == Array("done".utf8))
                    return connection
                }
            }
            // No request has its answer before the last one was sent.
            var gates: [Gate] = []
            for await gate in arrivals {
                gates.append(gate)
                if gates.count == count { break }
            }
            for gate in gates { gate.open() }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(connections.count == 1, "\(connections)")
        #expect(connections.first?.hasPrefix("HTTP/2.0") == true)
        await client.shutdown()
    }

    @Test(arguments: ["in the body", "before the header"])
    func cancellingOneStreamDoesNotAffectOthers(moment: String) async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (closings, closed) = AsyncStream<Void>.makeStream()
        let gate = Gate()
        let server = RawServer { connection in
            guard let head = connection.readRequest() else { return }
            let isKept = head.hasPrefix("GET /via/kept")
            if isKept || moment == "in the body" {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\npart")
            }
            arrived.yield()
            guard isKept else {
                connection.waitForPeerToClose()
                closed.yield()
                return
            }
            gate.wait()
            connection.write("rest")
        }
        defer { server.stop() }
        let kept = try await client.send(request(nginx.url(.modern, Nginx.path(to: server, "kept"))))
        let cancelled = Task {
            try await client.send(request(nginx.url(.modern, Nginx.path(to: server, "cancelled")))).body.collect(
                upTo: 99
            )
        }
        var arrival = arrivals.makeAsyncIterator()
        for _ in 0..<2 { await arrival.next() }
        cancelled.cancel()
        let error = await #expect(throws: TransportError.self) { try await cancelled.value }
        #expect(error?.code == .cancelled)
        // nginx closes its own connection because the stream was reset.
        for await _ in closings { break }
        gate.open()
        #expect(try await kept.body.collect(upTo: 10) == Array("partrest".utf8))
        let next = try await client.send(request(nginx.url(.modern)))
        #expect(try connection(next) == connection(kept))
        await client.shutdown()
    }

    @Test func theServerReceivesTheResetOfItsOnlyStreamAtOnce() async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        let (signs, source) = AsyncStream<String>.makeStream()
        let server = RawServer { connection in
            guard let peer = HTTP2Peer(connection), let stream = peer.nextRequest() else { return }
            peer.sendHeader(on: stream)
            peer.sendData("part", on: stream)
            source.yield("asked")
            // The stream may be reset, or the connection closed with it.
            if let reset = peer.nextReset() { #expect(reset.stream == stream) }
            source.yield("given up")
            while let stream = peer.nextRequest() { peer.answer("next", on: stream) }
        }
        defer { server.stop() }
        let url = nginx.url(framesTo: server)
        let task = Task { try await client.send(request(url)).body.collect(upTo: 99) }
        var sign = signs.makeAsyncIterator()
        #expect(await sign.next() == "asked")
        task.cancel()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(await sign.next() == "given up")
        await client.shutdown()
    }

    @Test func aResetStreamDoesNotAffectOthers() async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        let server = RawServer { connection in
            guard let peer = HTTP2Peer(connection), let first = peer.nextRequest(), let second = peer.nextRequest()
            else {
                return
            }
            peer.sendHeader(on: first)
            peer.sendData("part", on: first)
            peer.reset(second, .internalError)
            peer.sendData("rest", on: first, ends: true)
            peer.waitForPeerToClose()
        }
        defer { server.stop() }
        let url = nginx.url(framesTo: server)
        let outcomes = await withTaskGroup(of: FaultOutcome.self) { group in
            for _ in 0..<2 { group.addTask { await client.outcome(of: request(url)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let answers = outcomes.compactMap { if case .answer(let text) = $0 { text } else { nil } }
        let errors = outcomes.compactMap { if case .failure(let error, _) = $0 { error.code } else { nil } }
        #expect(answers == ["partrest"])
        #expect(errors == [.firstByte])
        await client.shutdown()
    }

    @Test func aSlowReaderDoesNotBlockLaterRequests() async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx) { $0.bodyWindowBytes = 16 * 1024 }
        let total = 48 << 20
        let (stalls, stalled) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard let head = connection.readRequest() else { return }
            guard head.hasPrefix("GET /via/large") else {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nsmall")
                return
            }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\nConnection: close\r\n\r\n")
            let body = [UInt8](repeating: 7, count: total)
            // Every buffer on the way is full, because the reader does not read.
            let written = connection.writeUntilStalled(body[...], patience: 1000)
            stalled.yield()
            connection.write(Array(body[written...]))
        }
        defer { server.stop() }
        let large = try await client.send(request(nginx.url(.modern, Nginx.path(to: server, "large"))))
        for await _ in stalls { break }
        for _ in 0..<5 {
            let small = try await client.send(request(nginx.url(.modern, Nginx.path(to: server, "small"))))
            #expect(try await small.body.collect(upTo: 10) == Array("small".utf8))
        }
        var count = 0
        for try await piece in large.body { count += piece.count }
        #expect(count == total)
        await client.shutdown()
    }

    /// Keeps one answer unread, on a connection with another answer that has started.
    ///
    /// - Parameter otherEnds: Whether the other answer ends once the gate is open, or never.
    private func withStalledNeighbor(
        maximumHoldUp: Duration,
        otherEnds: Bool,
        _ body: (_ stalled: HTTPResponse, _ other: HTTPResponse, _ gate: Gate, _ closings: AsyncStream<Void>)
            async throws -> Void
    ) async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx) {
            $0.bodyWindowBytes = 16 * 1024
            $0.maximumHoldUp = maximumHoldUp
        }
        let total = 48 << 20
        let (stalls, stalled) = AsyncStream<Void>.makeStream()
        let (closings, closed) = AsyncStream<Void>.makeStream()
        let (start, gate) = (Gate(), Gate())
        let server = RawServer { connection in
            guard let head = connection.readRequest() else { return }
            guard head.hasPrefix("GET /via/large") else {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\npart")
                if otherEnds {
                    gate.wait()
                    connection.write("rest")
                }
                connection.waitForPeerToClose()
                closed.yield()
                return
            }
            // nginx sends a header together with the first bytes of the body.
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\nConnection: close\r\n\r\npart")
            start.wait()
            let body = [UInt8](repeating: 7, count: total)
            // Every buffer on the way is full, because the reader does not read.
            _ = connection.writeUntilStalled(body[...], patience: 1000)
            stalled.yield()
            connection.waitForPeerToClose()
            closed.yield()
        }
        defer { server.stop() }
        let large = try await client.send(request(nginx.url(.modern, Nginx.path(to: server, "large"))))
        let other = try await client.send(request(nginx.url(.modern, Nginx.path(to: server, "other"))))
        #expect(try connection(large) == connection(other))
        start.open()
        for await _ in stalls { break }
        try await body(large, other, gate, closings)
        await client.shutdown()
    }

    /// nginx itself ends the request after a minute, which would look the same.
    @Test(.timeLimit(.minutes(1))) func aStreamIsResetEvenIfItsOnlyNeighborIsPaused() async throws {
        try await withStalledNeighbor(maximumHoldUp: .seconds(600), otherEnds: false) { stalled, other, _, closings in
            let task = Task { try await other.body.collect(upTo: 10) }
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            // nginx closes its own connection because the stream was reset; the paused transfer has kept its connection.
            for await _ in closings { break }
            var iterator = stalled.body.makeAsyncIterator()
            for _ in 0..<4 {
                let piece = try await iterator.next()
                #expect(piece?.isEmpty == false)
            }
        }
    }

    @Test func aReaderThatBlocksOthersForTooLongLosesItsAnswer() async throws {
        try await withStalledNeighbor(maximumHoldUp: .milliseconds(200), otherEnds: true) {
            stalled,
            other,
            gate,
            closings in
            for await _ in closings { break }
            gate.open()
            let bytes = try await other.body.collect(upTo: 10)
            #expect(bytes == Array("partrest".utf8))
            let error = await #expect(throws: TransportError.self) { try await stalled.body.collect(upTo: 64 << 20) }
            #expect(error?.code == .limit)
            #expect(error?.message.contains("while other answers on the same connection waited") == true)
        }
    }

    @Test func noRequestIsLostToRepeatedGoAwayFrames() async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    let response = try await client.send(request(nginx.url(.shortLived)))
                    let connection = try connection(response)
                    let bytes = try await response.body.collect(upTo: 100)
                    #expect(bytes == Array("hello from nginx".utf8))
                    return connection
                }
            }
            let connections = try await group.reduce(into: Set<String>()) { $0.insert($1) }
            #expect(connections.count >= 10, "\(connections)")
        }
        await client.shutdown()
    }

    @Test(arguments: [Nginx.Site.modern, .plain]) func aCompressedBodyIsDecoded(site: Nginx.Site) async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        let whole = Array(Nginx.longText.utf8)
        for accepts in [true, false] {
            var request = request(nginx.url(site, "/long"))
            request.acceptsCompression = accepts
            let response = try await client.send(request)
            // nginx compresses only for requests that ask for it.
            #expect(response.headers["Content-Encoding"] == (accepts ? "gzip" : nil))
            #expect(try await response.body.collect(upTo: 1 << 20) == whole)
        }
        var limited = request(nginx.url(site, "/long"))
        limited.acceptsCompression = true
        limited.maximumDecodedBytes = whole.count - 1
        guard case .failure(let error, _) = await client.outcome(of: limited) else {
            Issue.record("The limit on the unpacked size did not hold.")
            return
        }
        #expect(error.code == .limit)
        await client.shutdown()
    }

    @Test func oneConnectionIsPrewarmed() async throws {
        let nginx = try #require(Nginx.current)
        let client = client(nginx)
        let server = RawServer { connection in
            guard let peer = HTTP2Peer(connection) else { return }
            while let stream = peer.nextRequest() { peer.answer("\(stream)", on: stream) }
        }
        defer { server.stop() }
        let url = nginx.url(framesTo: server)
        try await client.prewarm(url, isTrusted: true)
        #expect(try await client.send(request(url)).body.collect(upTo: 10) == Array("1".utf8))
        #expect(server.connectionCount == 1)
        await client.shutdown()
    }
}
