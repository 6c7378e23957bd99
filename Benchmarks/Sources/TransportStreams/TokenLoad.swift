import Measuring
import Transport

/// A number of streams that get their tokens together.
struct TokenLoad: Sendable {
    var port: Int
    var streams: Int
    /// How many tokens each stream gets; each is one event.
    var events: Int
    /// Tokens a second, for all streams together; 0 for all at once.
    var rate: Int
    /// How long one event is.
    var bytes: Int
    /// Whether the events are decoded, or the bytes only counted.
    var decodes: Bool
    /// Where the time that each event was under way is noted; `nil` when it does not matter.
    var delays: Delays?

    private var url: String { "http://127.0.0.1:\(port)/tokens?events=\(events)&rate=\(rate)&bytes=\(bytes)" }

    /// Reads one stream to its end, and says when it is open and when its last token has come.
    func readOne(with client: HTTPClient, opened: Latch, received: Latch) async throws {
        let response = try await client.send(.loopback(url))
        opened.arrive()
        let expected = decodes ? events : events * bytes
        var count = 0
        if decodes {
            for try await event in response.body.serverSentEvents {
                delays?.note(event)
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

/// A stream that ended well and was not what the server sent.
struct WrongCount: Error {
    var count: Int
    var expected: Int
}
