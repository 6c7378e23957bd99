public import LanguageModels

/// A value that is being read out of a text, as it grows.
///
/// The model is asked with the first call of `next` or ``collect()``, and no faster than the snapshots are read. Leaving the loop
/// early ends the request.
public struct PartialStream<Value: Generable>: AsyncSequence {
    /// The value so far.
    ///
    /// The partial form's properties can be read from it at once: `snapshot.title` is `snapshot.content.title`. Properties named
    /// `content` and `rawContent` are read through ``content``.
    @dynamicMemberLookup
    public struct Snapshot {
        /// The value so far, in its type's partial form.
        public var content: Value.PartiallyGenerated
        /// The value so far, before it was read into its type.
        public var rawContent: GeneratedContent

        /// A property of the value so far.
        public subscript<Part>(dynamicMember property: KeyPath<Value.PartiallyGenerated, Part>) -> Part {
            content[keyPath: property]
        }
    }

    /// What is read.
    public typealias Element = Snapshot

    let events: LanguageModelSession.EventStream
    let shape: AnswerShape<Value>

    /// Makes the reader; there should be one.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator(), shape: shape) }

    /// Reads to the end and gives the whole value.
    ///
    /// - Throws: ``LLMDecodingError`` when the answer does not fit; else what the model threw.
    public func collect() async throws -> Value {
        var reader = makeAsyncIterator()
        while try await reader.advance() {}
        return try reader.whole()
    }

    /// Reads the snapshots.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// What is read.
        public typealias Element = Snapshot

        private let shape: AnswerShape<Value>
        private var events: LanguageModelSession.EventStream.AsyncIterator
        private var answer = GrowingContent()
        private var hasEnded = false

        init(events: LanguageModelSession.EventStream.AsyncIterator, shape: AnswerShape<Value>) {
            (self.events, self.shape) = (events, shape)
        }

        /// The next snapshot; `nil` when the value is whole.
        ///
        /// - Throws: ``LLMDecodingError`` when the answer does not fit, or has ended before it is whole; else what the model threw.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
            while try await advance(isolation: actor) {
                if let snapshot = try Self.naming({ try snapshot() }) { return snapshot }
            }
            // A good beginning need not have become a good end.
            if !hasEnded { _ = try whole() }
            hasEnded = true
            return nil
        }

        /// Takes in what comes next; tells whether there was anything.
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

        /// Says in an error of the reading what was to be read.
        private static func naming<Result>(_ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as GeneratedContent.ParsingError {
                throw LLMDecodingError(error, valueName: "\(Value.self)")
            }
        }
    }
}
