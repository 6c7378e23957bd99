import EventStreams

/// The lines of a response body in newline-delimited JSON, as they arrive.
///
/// Like the body it has one reader, and it throws when the stream ends early; an incomplete last line is then dropped.
public struct NDJSONLines: AsyncSequence, Sendable {
    /// A line without its end; never empty.
    public typealias Element = [UInt8]
    /// The error of a stream that failed, or of a line that is too long.
    public typealias Failure = TransportError

    fileprivate let body: HTTPResponseBody
    fileprivate let decoder: NDJSONDecoder

    /// Returns the iterator that reads the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), decoder: decoder)
    }

    /// An iterator over the lines.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var body: HTTPResponseBody.Iterator
        fileprivate var decoder: NDJSONDecoder
        private var hasEnded = false

        fileprivate init(body: HTTPResponseBody.Iterator, decoder: NDJSONDecoder) {
            self.body = body
            self.decoder = decoder
        }

        /// The next line; `nil` at the end of the body.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TransportError) -> [UInt8]? {
            while !hasEnded {
                if let line = try decoded({ decoder throws(EventTooLarge) in try decoder.next() }) { return line }
                if let bytes = try await body.next(isolation: actor) {
                    decoder.feed(bytes)
                } else {
                    hasEnded = true
                    return try decoded { decoder throws(EventTooLarge) in try decoder.finish() }
                }
            }
            return nil
        }

        /// The next line; `nil` at the end of the body.
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        private mutating func decoded(
            _ line: (inout NDJSONDecoder) throws(EventTooLarge) -> [UInt8]?
        ) throws(TransportError) -> [UInt8]? {
            do {
                return try line(&decoder)
            } catch {
                throw TransportError(error)
            }
        }
    }
}

extension HTTPResponseBody {
    /// The body read as newline-delimited JSON, with a line for each value.
    ///
    /// - Parameter maximumLineBytes: The largest length of a line.
    public func ndjsonLines(maximumLineBytes: Int = 16 * 1024 * 1024) -> NDJSONLines {
        NDJSONLines(body: self, decoder: NDJSONDecoder(maximumLineBytes: maximumLineBytes))
    }
}
