import Synchronization
import Transport

extension FaultRow {
    /// A reused connection is no longer usable.
    static let reuse: [FaultRow] = [
        FaultRow("an idle connection closes when it is reused", answers: "2") { client in
            let server = SecondRequestServer { _ in }
            defer { server.stop() }
            return await server.send(client, .get)
        },
        FaultRow("an idle connection is reset when it is reused", answers: "2") { client in
            let server = SecondRequestServer { $0.resetOnClose() }
            defer { server.stop() }
            return await server.send(client, .get)
        },
        // The server has read the request, so sending it again automatically might repeat its effect.
        FaultRow("an idle connection closes when it is reused, POST", .firstByte) { client in
            let server = SecondRequestServer { _ in }
            defer { server.stop() }
            return await server.send(client, .post)
        },
        FaultRow("an idle connection closes when it is reused, POST that may be resent", answers: "2") { client in
            let server = SecondRequestServer { _ in }
            defer { server.stop() }
            return await server.send(client, .post, resends: true)
        },
        FaultRow("a new connection closes when it is used, POST that may be resent", .firstByte) { client in
            let server = RawServer { _ = $0.readRequest() }
            defer { server.stop() }
            var request = HTTPRequest.marked(.post, server.url())
            request.resendsWhenKeptConnectionEnds = true
            return await client.outcome(of: request)
        },
        FaultRow("a reused connection closes in its second answer", .body, received: "part") { client in
            let server = SecondRequestServer { $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart") }
            defer { server.stop() }
            return await server.send(client, .get)
        },
        FaultRow("Content-Length too short, the rest is like an answer", answers: "2") { client in
            let server = RestServer(isLate: false)
            defer { server.stop() }
            return await server.send(client)
        },
        FaultRow("Content-Length too short, the rest comes later", answers: "2") { client in
            let server = RestServer(isLate: true)
            defer { server.stop() }
            return await server.send(client)
        },
    ]
}

/// A server that answers the first request and does something else with the second one on the same connection; later connections work.
private final class SecondRequestServer: Sendable {
    private let server: RawServer

    init(serveSecond: @escaping @Sendable (RawConnection) -> Void) {
        let connections = Counter()
        server = RawServer { connection in
            let number = connections.next()
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            if connection.readRequest() != nil { serveSecond(connection) }
        }
    }

    func stop() { server.stop() }

    /// Sends the two requests, and returns the outcome of the second one.
    func send(_ client: HTTPClient, _ method: HTTPMethod, resends: Bool = false) async -> FaultOutcome {
        let first = await client.outcome(of: .marked(.get, server.url()))
        guard case .answer("1") = first else { return first }
        var second = HTTPRequest.marked(method, server.url())
        second.resendsWhenKeptConnectionEnds = resends
        return await client.outcome(of: second)
    }
}

/// Sends more than it announced, which looks like an answer to a request that was not sent.
private final class RestServer: Sendable {
    private let server: RawServer
    private let isLate: Bool
    private let isRead = Gate()
    private let sent: AsyncStream<Void>

    init(isLate: Bool) {
        self.isLate = isLate
        let connections = Counter()
        let (sent, source) = AsyncStream<Void>.makeStream()
        self.sent = sent
        server = RawServer { [isRead] connection in
            let number = connections.next()
            guard connection.readRequest() != nil else { return }
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)"
            let rest = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
            if isLate {
                connection.write(answer)
                isRead.wait()
                connection.write(rest)
            } else {
                connection.write(answer + rest)
            }
            source.yield()
            connection.waitForPeerToClose()
        }
    }

    deinit {
        // Opens the gate for connections whose answer was not read.
        isRead.open()
        isRead.open()
    }

    func stop() { server.stop() }

    func send(_ client: HTTPClient) async -> FaultOutcome {
        let first = await client.outcome(of: .marked(.get, server.url()))
        guard case .answer("1") = first else { return first }
        isRead.open()
        for await _ in sent { break }
        return await client.outcome(of: .marked(.get, server.url()))
    }
}

/// A counter that starts at 1.
final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    func next() -> Int { value.add(1, ordering: .relaxed).newValue }

    var count: Int { value.load(ordering: .relaxed) }
}
