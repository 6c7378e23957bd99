public import EventStreams

/// The events of a response body, as they arrive.
///
/// It has one reader, as the body has. Like the body it throws when the stream breaks off.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// What a broken stream, or too large an event, throws.
    public typealias Failure = TransportError

    fileprivate let body: HTTPResponseBody
    fileprivate let decoder: ServerSentEventDecoder
    fileprivate let keepsUnterminatedEvent: Bool

    /// Starts to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), decoder: decoder, keepsUnterminatedEvent: keepsUnterminatedEvent)
    }

    /// Gives one event after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var body: HTTPResponseBody.Iterator
        fileprivate var decoder: ServerSentEventDecoder
        fileprivate let keepsUnterminatedEvent: Bool
        private var ready: ArraySlice<ServerSentEvent> = []
        /// What follows the events that are ready.
        private var failure: TransportError?
        private var hasEnded = false

        fileprivate init(
            body: HTTPResponseBody.Iterator,
            decoder: ServerSentEventDecoder,
            keepsUnterminatedEvent: Bool
        ) {
            self.body = body
            self.decoder = decoder
            self.keepsUnterminatedEvent = keepsUnterminatedEvent
        }

        /// The next event; `nil` at the end of the body.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TransportError) -> ServerSentEvent? {
            while true {
                if let event = ready.popFirst() { return event }
                if let failure { throw failure }
                guard !hasEnded else { return nil }
                if let bytes = try await body.next(isolation: actor) {
                    take(bytes)
                } else {
                    hasEnded = true
                    if keepsUnterminatedEvent, let last = decoder.finish() { return last }
                }
            }
        }

        /// The next event; `nil` at the end of the body.
        public mutating func next() async throws(TransportError) -> ServerSentEvent? {
            try await next(isolation: #isolation)
        }

        /// Decodes; an event that is too large fails only after those before it have been given out.
        private mutating func take(_ bytes: [UInt8]) {
            var events: [ServerSentEvent] = []
            do {
                try decoder.feed(bytes, into: &events)
            } catch {
                failure = TransportError(error)
            }
            ready = events[...]
        }
    }
}

extension HTTPResponseBody {
    /// The body read as server-sent events, by the standard's rules.
    public var serverSentEvents: ServerSentEvents { serverSentEvents() }

    /// The body read as server-sent events.
    ///
    /// - Parameters:
    ///   - maximumEventBytes: How large one event may become.
    ///   - keepsUnterminatedEvent: Whether a last event counts that lacks its blank line. The standard says no; some upstreams
    ///     leave the line out.
    public func serverSentEvents(
        maximumEventBytes: Int = 16 * 1024 * 1024,
        keepsUnterminatedEvent: Bool = false
    ) -> ServerSentEvents {
        ServerSentEvents(
            body: self,
            decoder: ServerSentEventDecoder(maximumEventBytes: maximumEventBytes),
            keepsUnterminatedEvent: keepsUnterminatedEvent
        )
    }
}
