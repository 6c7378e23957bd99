import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct ServerSentEventLimitTests {
    /// The data of the events, and `limit` in place of the event at which the decoder gives up.
    private func decode(_ pieces: [[UInt8]], limit: Int) -> [String] {
        var decoder = ServerSentEventDecoder(maximumEventBytes: limit)
        var events: [ServerSentEvent] = []
        do throws(TransportError) {
            for piece in pieces { try decoder.feed(piece, into: &events) }
            return events.map(\.data)
        } catch {
            return events.map(\.data) + ["\(error.code)"]
        }
    }

    @Test(arguments: [
        ("data:1\n\ndata:2\r\n\r\ndata:3456789\n\n", ["1", "2", "limit"]),
        ("data:1\n\ndata:23456\ndata:7\n\ndata:8\n\n", ["1", "limit"]),
        ("data:12345\n\n:6789012345\n", ["12345", "limit"]),
        ("data:1\n\ndata:2345678", ["1", "limit"]), ("data:1\n\ndata:23456\n\ndata:7\n\n", ["1", "23456", "7"]),
        ("data:1\r\rdata:2345\r:\r\n\ndata:34567890\r\r", ["1", "2345", "limit"]),
    ]) func anySplitGivesTheSameEventsBeforeTheLimit(input: String, expected: [String]) {
        let bytes = Array(input.utf8)
        #expect(decode(bytes.map { [$0] }, limit: 10) == expected)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let pieces = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                #expect(decode(pieces, limit: 10) == expected, "\(first), \(second)")
            }
        }
    }

    /// The events before one that is too large reach the reader, although they came in the same piece.
    @Test func aStreamGivesWhatItCanBeforeItFails() async throws {
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
