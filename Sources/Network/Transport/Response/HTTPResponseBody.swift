/// The bytes of a response body, as they arrive.
///
/// It has one reader. Bytes that arrive while the reader is busy wait in a buffer of limited size; when it is full, the transfer is
/// paused, and the server cannot send more. A body that ends early throws an error. Releasing the body, or the iterator, before the
/// end cancels the transfer.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = [UInt8]
    /// The error of a body that failed.
    public typealias Failure = TransportError

    private let source: Source

    /// - Parameter filter: Removes secrets; `nil` if the request had none.
    init(transfer: Transfer, driver: CurlDriver, filter: EchoFilter?) {
        source = Source(transfer: transfer, driver: driver, filter: filter)
    }

    /// Returns the iterator that reads the body; only one iterator receives the bytes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: Reader(source))
    }

    /// Delivers the pieces to a listener by synchronous calls on a thread of the client, without waking a task for each.
    ///
    /// Returns at the end of the body, or when the listener answers ``HTTPBodyDemand/done``; the rest can then be read by an iterator.
    ///
    /// - Throws: The error of a body that ended early, after the listener has received everything before it.
    public func push(to listener: any HTTPBodyListener) async throws(TransportError) {
        guard let filter = source.filter else { return try await source.transfer.push(to: listener) }
        let filtered = EchoListener(listener, filter)
        do {
            try await source.transfer.push(to: filtered)
        } catch {
            filtered.finish()
            throw error
        }
        filtered.finish()
    }

    /// A closure that resumes delivery after ``HTTPBodyDemand/hold``; it may be called on any thread, at any time.
    ///
    /// It does not retain the body, so releasing the body still cancels the transfer.
    public var release: @Sendable () -> Void { { [transfer = source.transfer] in transfer.release() } }

    /// Reads the whole body into memory.
    ///
    /// - Throws: A ``TransportError`` with code `limit` when the body is longer than `maximumBytes`; the transfer is then
    ///   cancelled.
    public func collect(upTo maximumBytes: Int) async throws(TransportError) -> [UInt8] {
        var whole: [UInt8] = []
        let reader = Reader(source)
        while let chunk = try await reader.source.read() {
            guard whole.count + chunk.count <= maximumBytes else {
                reader.source.transfer.cancel()
                throw TransportError(
                    .limit,
                    "The answer of \(source.transfer.host) is longer than \(maximumBytes) bytes."
                )
            }
            whole += chunk
        }
        return whole
    }

    /// An iterator over the pieces of the body.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let reader: Reader

        /// The next piece; `nil` at the end of a complete body.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TransportError) -> [UInt8]? {
            try await reader.source.read()
        }

        /// The next piece; `nil` at the end of a complete body.
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await reader.source.read()
        }

        /// Drops the bytes that have arrived, without waiting.
        ///
        /// - Returns: Whether the transfer is over, successful or not.
        public mutating func skip() -> Bool { reader.source.transfer.skip() }
    }
}

/// A receiver of a response body's pieces as they arrive.
public protocol HTTPBodyListener: AnyObject, Sendable {
    /// Receives the next piece, which is never empty: all bytes of one read of the socket.
    ///
    /// It is called on the thread that serves all transfers of the client, so it must return quickly and must not block.
    ///
    /// - Parameter bytes: The piece; valid for the length of the call.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPBodyDemand
}

/// A listener's answer to a piece.
public enum HTTPBodyDemand: Sendable {
    /// Deliver the next piece.
    case more
    /// Deliver nothing until ``HTTPResponseBody/release`` is called; the sender cannot send more meanwhile.
    case hold
    /// Deliver nothing more.
    case done
}

/// The transfer and its driver, which it keeps running; its release cancels the transfer.
private final class Source: Sendable {
    let transfer: Transfer
    let filter: EchoFilter?
    private let driver: CurlDriver

    init(transfer: Transfer, driver: CurlDriver, filter: EchoFilter?) {
        (self.transfer, self.driver, self.filter) = (transfer, driver, filter)
    }

    /// The next piece without secrets, never empty; `nil` at the end.
    func read() async throws(TransportError) -> [UInt8]? {
        guard let filter else { return try await transfer.read() }
        while let piece = try await transfer.read() {
            let passed = filter.process(piece)
            if !passed.isEmpty { return passed }
        }
        let rest = filter.finish()
        return rest.isEmpty ? nil : rest
    }

    deinit { transfer.cancel() }
}

/// The source as an iterator holds it; its release cancels the transfer, even while the body is still held.
private final class Reader: Sendable {
    let source: Source

    init(_ source: Source) {
        self.source = source
    }

    deinit { source.transfer.cancel() }
}
