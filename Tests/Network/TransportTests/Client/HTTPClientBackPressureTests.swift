import Testing
import Transport

/// A slow reader slows the server down, and no buffer in between grows without limit.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientBackPressureTests {
    static let bodyBytes = 48 << 20

    /// A pattern whose length is not a power of two, so that a lost or doubled block shows.
    static let body: [UInt8] = {
        let pattern = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
        var body: [UInt8] = []
        while body.count < bodyBytes { body += pattern }
        return Array(body.prefix(bodyBytes))
    }()

    /// Sends the body while the client accepts it, reports how much that was, and sends the rest.
    private func server(patience: Int32) -> (RawServer, AsyncStream<Int>) {
        let (stalls, source) = AsyncStream<Int>.makeStream()
        let body = Self.body
        let server = RawServer(sendBufferBytes: 64 * 1024) { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(Self.bodyBytes)\r\n\r\n")
            let accepted = connection.writeUntilStalled(body[...], patience: patience)
            source.yield(accepted)
            connection.write(Array(body[accepted...]))
        }
        return (server, stalls)
    }

    @Test(arguments: [1, 16 * 1024, 256 * 1024]) func theServerStallsAndNothingIsLost(windowBytes: Int) async throws {
        let (server, stalls) = server(patience: 300)
        let client = HTTPClient(configuration: .init { $0.bodyWindowBytes = windowBytes })
        let response = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
        let accepted = await stalls.first { _ in true } ?? 0
        // The accepted bytes are in the two socket buffers, which the system makes up to some megabytes large, and in the window.
        #expect(
            accepted < Self.bodyBytes / 2,
            "\(accepted) bytes were taken from a server whose reader had not read any"
        )

        var received: [UInt8] = []
        received.reserveCapacity(Self.bodyBytes)
        var largest = 0
        for try await piece in response.body {
            largest = max(largest, piece.count)
            received += piece
        }
        #expect(received == Self.body)
        #expect(largest <= max(windowBytes, 16 * 1024))
    }

    @Test func theTimeOfASlowReaderDoesNotCountForTheServer() async throws {
        let (server, stalls) = server(patience: 2000)
        let client = HTTPClient(configuration: .init { $0.bodyWindowBytes = 16 * 1024 })
        let timeouts = HTTPTimeouts(idle: .seconds(1))
        let response = try await client.send(HTTPRequest(.get, server.url(), timeouts: timeouts, isTrusted: true))
        // The server waits for twice the idle limit before it reports that it is stalled.
        _ = await stalls.first { _ in true }
        var count = 0
        for try await piece in response.body { count += piece.count }
        #expect(count == Self.bodyBytes)
    }
}
