import Synchronization

/// A server that answers as the path says, reports when a request has reached its point, and counts its connections.
final class ChurnServer: Sendable {
    private struct State {
        var sources: [Int: AsyncStream<Void>.Continuation] = [:]
        var closed = 0
    }

    private let state: SharedState
    private let closings: AsyncStream<Void>
    private let server: RawServer

    /// The state that the threads of the server share with its owner.
    private final class SharedState: Sendable {
        let value = Mutex(State())
    }

    init() {
        let state = SharedState()
        let (closings, source) = AsyncStream<Void>.makeStream()
        self.state = state
        self.closings = closings
        server = RawServer(sendBufferBytes: 16 * 1024) { connection in
            while let request = connection.readRequest(), Self.serve(connection, request, state) {}
            state.value.withLock { $0.closed += 1 }
            source.yield()
        }
    }

    var port: UInt16 { server.port }

    func url(_ path: String) -> String { server.url(path) }

    /// Returns a stream that reports when the request with a number has reached its point.
    func expect(_ number: Int, _ source: AsyncStream<Void>.Continuation) {
        state.value.withLock { $0.sources[number] = source }
    }

    /// Waits until the client has closed every connection that it made.
    func untilAllAreClosed() async {
        var closings = closings.makeAsyncIterator()
        while state.value.withLock({ $0.closed }) < server.connectionCount { await closings.next() }
        server.stop()
    }

    /// Answers one request; returns `false` when the connection must be closed.
    private static func serve(_ connection: RawConnection, _ request: String, _ state: SharedState) -> Bool {
        let path = request.split(separator: " ", maxSplits: 2).dropFirst().first.map(String.init) ?? ""
        let parts = path.split(separator: "/")
        guard parts.count == 2, let number = Int(parts[1]) else { return false }
        let tell = { _ = state.value.withLock { $0.sources.removeValue(forKey: number) }?.yield() }
        switch parts[0] {
        case "short":
            return connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd")
        case "open":
            connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            for _ in 0..<200 where connection.write("data: a\n\n") {}
        case "endless":
            connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
            while connection.writeUntilStalled(bytes[...], patience: 20) == bytes.count {}
            tell()
        default:
            tell()
        }
        connection.waitForPeerToClose()
        return false
    }
}
