/// The bytes of a response body as they arrive.
///
/// It has one reader, and its release closes the connection.
public struct ExchangeBody: AsyncSequence, Sendable {
    /// A piece of the body; never empty.
    public typealias Element = [UInt8]

    private let read: @Sendable () async throws(ExchangeError) -> [UInt8]?

    /// Makes a body of a closure that waits for the next piece and returns it; `nil` at the end of a complete body.
    public init(_ read: @escaping @Sendable () async throws(ExchangeError) -> [UInt8]?) { self.read = read }

    /// Returns the iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(read: read) }

    /// An iterator over the pieces.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let read: @Sendable () async throws(ExchangeError) -> [UInt8]?

        /// Waits for the next piece; `nil` at the end of a complete body.
        public mutating func next() async throws -> [UInt8]? { try await read() }
    }

    /// Waits for the next piece; `nil` at the end of a complete body.
    package func next() async throws(ExchangeError) -> [UInt8]? { try await read() }

    /// Reads the rest of the body.
    ///
    /// - Throws: ``ExchangeError`` with the kind `broken` if the body is longer than the limit.
    func collect(upTo maximumBytes: Int) async throws(ExchangeError) -> [UInt8] {
        var whole: [UInt8] = []
        while let piece = try await read() {
            guard whole.count + piece.count <= maximumBytes else {
                throw ExchangeError(.broken, "The answer is longer than \(maximumBytes) bytes.")
            }
            whole += piece
        }
        return whole
    }
}
