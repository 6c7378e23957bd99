import EventStreams
import Testing

@Suite struct ServerSentEventLimitTests {
    /// The data of the events, with `limit` in place of the event that is too large.
    private func decode(_ pieces: [[UInt8]], limit: Int) -> [String] {
        var decoder = ServerSentEventDecoder(maximumEventBytes: limit)
        var events: [ServerSentEvent] = []
        do throws(EventTooLarge) {
            for piece in pieces { try decoder.feed(piece, into: &events) }
            return events.map(\.data)
        } catch {
            return events.map(\.data) + ["limit"]
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
}
