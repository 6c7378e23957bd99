public import EventStreams

/// The events of a response body, as they arrive.
///
/// Like the body it has one reader, and it throws when the stream ends early.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// The error of a stream that failed, or of an event that is too large.
    public typealias Failure = TransportError

    fileprivate let body: HTTPResponseBody
    fileprivate let decoder: ServerSentEventDecoder
    fileprivate let keepsUnterminatedEvent: Bool

    /// Returns the iterator that reads the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), decoder: decoder, keepsUnterminatedEvent: keepsUnterminatedEvent)
    }

    /// An iterator over the events.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var body: HTTPResponseBody.Iterator
        fileprivate var decoder: ServerSentEventDecoder
        fileprivate let keepsUnterminatedEvent: Bool
        private var ready: ArraySlice<ServerSentEvent> = []
        /// The error that follows the events that are ready.
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
                    decode(bytes)
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

        /// Decodes bytes; an event that is too large fails only after the events before it were returned.
        private mutating func decode(_ bytes: [UInt8]) {
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
    ///   - maximumEventBytes: The largest size of an event.
    ///   - keepsUnterminatedEvent: Whether a last event without its blank line counts. The standard says no; some upstreams leave the
    ///     line out.
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
