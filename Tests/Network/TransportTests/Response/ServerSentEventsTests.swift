import EventStreams
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct ServerSentEventsTests {
    /// The events before one that is too large reach the reader, although they arrived in the same piece.
    @Test func eventsBeforeAnErrorAreReturned() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            let body = "data:1\n\ndata:2\n\ndata:\(String(repeating: "3", count: 100))\n\ndata:4\n\n"
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        defer { server.stop() }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true))
        var events = response.body.serverSentEvents(maximumEventBytes: 50).makeAsyncIterator()
        #expect(try await events.next()?.data == "1")
        #expect(try await events.next()?.data == "2")
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) { _ = try await events.next() }
            #expect(error?.code == .limit)
        }
    }
}
