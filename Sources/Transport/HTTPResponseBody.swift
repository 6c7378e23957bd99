/// The bytes of a response body, as they arrive.
///
/// It has one reader. What comes in while the reader is busy waits in a buffer of bounded size; when that is full, the transfer
/// is paused and the server feels it. A body that breaks off throws; it never just ends. Dropping the body, or the iterator,
/// before its end cancels the transfer.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = [UInt8]
    /// What a broken body throws.
    public typealias Failure = TransportError

    private let source: Source

    init(transfer: Transfer, driver: CurlDriver) {
        source = Source(transfer: transfer, driver: driver)
    }

    /// Starts to read; only one iterator gets the bytes.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: Reader(source))
    }

    /// Has the pieces given to a listener as they come, by plain calls on the client's own thread, without waking a task for each.
    ///
    /// It returns at the end of the body, or when the listener wants no more; what comes after that can be read as before.
    ///
    /// - Throws: What broke the body off, after the listener has had all that came before it.
    public func push(to listener: any HTTPBodyListener) async throws(TransportError) {
        try await source.transfer.push(to: listener)
    }

    /// What lets a listener go on that has answered ``HTTPBodyDemand/hold``; it may be called from anywhere, at any time.
    ///
    /// It does not keep the body.
    public var release: @Sendable () -> Void { { [transfer = source.transfer] in transfer.release() } }

    /// Reads the whole body into memory.
    ///
    /// - Throws: A ``TransportError`` with code `limit` when the body is longer than `maximumBytes`; the transfer is then
    ///   cancelled.
    public func collect(upTo maximumBytes: Int) async throws(TransportError) -> [UInt8] {
        var whole: [UInt8] = []
        let reader = Reader(source)
        while let chunk = try await reader.source.transfer.read() {
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

    /// Gives one piece of the body after the other.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let reader: Reader

        /// The next piece; `nil` at the end of a whole body.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(TransportError) -> [UInt8]? {
            try await reader.source.transfer.read()
        }

        /// The next piece; `nil` at the end of a whole body.
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await reader.source.transfer.read()
        }

        /// Drops what has come so far, without waiting.
        ///
        /// - Returns: Whether the transfer is over with that, well or not.
        public mutating func skip() -> Bool { reader.source.transfer.skip() }
    }
}

/// Takes the pieces of a response body as they come.
public protocol HTTPBodyListener: AnyObject, Sendable {
    /// Takes the next piece, never empty: all that one read of the socket has brought.
    ///
    /// It is called on the thread that serves all transfers of the client, so it must be quick and wait for nothing.
    ///
    /// - Parameter bytes: The piece, which is there for the length of the call.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPBodyDemand
}

/// What a listener wants next.
public enum HTTPBodyDemand: Sendable {
    /// The next piece.
    case more
    /// Nothing until ``HTTPResponseBody/release`` is called; the sender is held back meanwhile.
    case hold
    /// Nothing any more.
    case done
}

/// Cancels the transfer when the body is dropped, and keeps the driver running until then.
private final class Source: Sendable {
    let transfer: Transfer
    private let driver: CurlDriver

    init(transfer: Transfer, driver: CurlDriver) {
        self.transfer = transfer
        self.driver = driver
    }

    deinit { transfer.cancel() }
}

/// Cancels the transfer when the iterator is dropped, also while the body is still held.
private final class Reader: Sendable {
    let source: Source

    init(_ source: Source) {
        self.source = source
    }

    deinit { source.transfer.cancel() }
}
