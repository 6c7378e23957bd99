import Measuring
import Transport

/// A number of streams that receive their tokens together.
struct TokenLoad: Sendable {
    var port: Int
    var streams: Int
    /// The number of tokens for each stream; each is one event.
    var events: Int
    /// The number of tokens per second, for all streams together; 0 for all at once.
    var rate: Int
    /// The size of one event in bytes.
    var bytes: Int
    /// Whether the events are decoded; otherwise the bytes are counted.
    var decodes: Bool
    /// The record of the events' delays; `nil` if they are not measured.
    var delays: Delays?

    private var url: String { "http://127.0.0.1:\(port)/tokens?events=\(events)&rate=\(rate)&bytes=\(bytes)" }

    /// Reads one stream to its end, and signals when it is open and when its last token has arrived.
    func readOne(with client: HTTPClient, opened: Latch, received: Latch) async throws {
        let response = try await client.send(.loopback(url))
        opened.arrive()
        let expected = decodes ? events : events * bytes
        var count = 0
        if decodes {
            for try await event in response.body.serverSentEvents {
                delays?.record(event)
                count += 1
                if count == expected { received.arrive() }
            }
        } else {
            for try await piece in response.body {
                count += piece.count
                if count == expected { received.arrive() }
            }
        }
        guard count == expected else { throw WrongCount(count: count, expected: expected) }
    }
}

/// The error of a complete stream with the wrong number of events.
struct WrongCount: Error {
    var count: Int
    var expected: Int
}
