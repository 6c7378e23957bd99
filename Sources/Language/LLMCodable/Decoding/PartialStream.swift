public import LanguageModels

/// A value that is being decoded from a text, in growing snapshots.
///
/// The request starts with the first call of `next` or ``collect()`` and runs no faster than the snapshots are read.
/// Leaving the loop early ends the request.
public struct PartialStream<Value: Generable>: AsyncSequence {
    /// The value so far.
    ///
    /// It has the properties of the partial form: `snapshot.title` is `snapshot.content.title`. Properties named
    /// `content` and `rawContent` must be read through ``content``.
    @dynamicMemberLookup
    public struct Snapshot {
        /// The value so far, as the partial form of its type.
        public var content: Value.PartiallyGenerated
        /// The value so far, before conversion to its type.
        public var rawContent: GeneratedContent

        /// A property of the value so far.
        public subscript<Part>(dynamicMember property: KeyPath<Value.PartiallyGenerated, Part>) -> Part {
            content[keyPath: property]
        }
    }

    /// The type of the snapshots.
    public typealias Element = Snapshot

    let events: LanguageModelSession.EventStream
    let shape: AnswerShape<Value>

    /// Makes the reader; use only one.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator(), shape: shape) }

    /// Reads to the end and returns the whole value.
    ///
    /// - Throws: ``LLMDecodingError`` if the answer does not fit; otherwise the error of the model.
    public func collect() async throws -> Value {
        var reader = makeAsyncIterator()
        while try await reader.advance() {}
        return try reader.whole()
    }

    /// An iterator over the snapshots.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The type of the snapshots.
        public typealias Element = Snapshot

        private let shape: AnswerShape<Value>
        private var events: LanguageModelSession.EventStream.AsyncIterator
        private var answer = GrowingContent()
        private var hasEnded = false

        init(events: LanguageModelSession.EventStream.AsyncIterator, shape: AnswerShape<Value>) {
            (self.events, self.shape) = (events, shape)
        }

        /// Returns the next snapshot, or `nil` when the value is complete.
        ///
        /// - Throws: ``LLMDecodingError`` if the answer does not fit or ends too early; otherwise the error of the
        ///   model.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
            while try await advance(isolation: actor) {
                if let snapshot = try Self.naming({ try snapshot() }) { return snapshot }
            }
            // A prefix that fits may continue with text that does not.
            if !hasEnded { _ = try whole() }
            hasEnded = true
            return nil
        }

        /// Applies the next event; returns false at the end.
        fileprivate mutating func advance(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Bool {
            while let event = try await events.next(isolation: actor) {
                let piece: String
                switch event {
                case .textDelta(let delta): piece = delta
                case .textReplaced(let replacement):
                    answer = GrowingContent(id: answer.id)
                    piece = replacement
                default: continue
                }
                try Self.naming { try answer.feed(piece) }
                return true
            }
            return false
        }

        private func snapshot() throws -> Snapshot? {
            guard let content = try answer.content.flatMap({ try shape.part(of: $0) }) else { return nil }
            return Snapshot(content: try Value.PartiallyGenerated(content), rawContent: content)
        }

        fileprivate mutating func whole() throws -> Value {
            let whole = try Self.naming { try answer.finish() }
            let check = AnswerCheck(shape.schema, valueName: "\(Value.self)")
            return try check.read(whole.jsonValue, id: answer.id) { try shape.value(in: $0) }
        }

        /// Rethrows a parsing error as a decoding error with the name of the value's type.
        private static func naming<Result>(_ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as GeneratedContent.ParsingError {
                throw LLMDecodingError(error, valueName: "\(Value.self)")
            }
        }
    }
}
