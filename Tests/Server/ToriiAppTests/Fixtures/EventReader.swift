import EventStreams
import Transport

/// A reader of a stream's events, one at a time or the rest.
struct EventReader {
    private var iterator: ServerSentEvents.AsyncIterator

    init(_ response: HTTPResponse) { iterator = response.body.serverSentEvents.makeAsyncIterator() }

    mutating func next() async throws -> ServerSentEvent? { try await iterator.next() }

    mutating func next(_ count: Int) async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        while events.count < count, let event = try await next() { events.append(event) }
        return events
    }

    mutating func rest() async throws -> [ServerSentEvent] { try await next(.max) }
}
