extension LanguageModelSession {
    /// The events of one turn as a sequence.
    ///
    /// The turn starts with the first call of `next` or ``collect()`` and runs no faster than the events are read.
    /// Leaving the loop early cancels the turn and frees the session at once.
    public struct EventStream: AsyncSequence, Sendable {
        /// The type of the events.
        public typealias Element = SessionEvent

        let turn: StreamedTurn

        /// Makes the reader of the turn.
        ///
        /// Use only one reader, because several readers of one stream would each get a part of the events.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: StreamedTurn.Reader(turn)) }

        /// Reads to the end and returns the turn; returns at once if the stream has been read to its end already.
        ///
        /// - Throws: The error that ended the turn; `CancellationError` if the reader left before the end.
        public func collect() async throws -> Turn {
            let reader = StreamedTurn.Reader(turn)
            while try await reader.next() != nil {}
            return try turn.result()
        }

        /// An iterator over the events.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// The type of the events.
            public typealias Element = SessionEvent

            let reader: StreamedTurn.Reader

            /// Returns the next event, or `nil` when the turn has ended.
            ///
            /// - Throws: The error that ended the turn.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws -> SessionEvent? {
                while let step = try await reader.next() {
                    if case .event(let event) = step { return event }
                }
                return nil
            }
        }
    }

    /// Runs one turn like ``turn(_:schema:options:contextOptions:metadata:onEvent:)`` and returns its events as a
    /// sequence.
    public func events(
        of prompt: Prompt,
        schema: GenerationSchema? = nil,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> EventStream {
        let id = makeTurnID()
        let parameters = TurnParameters(
            format: schema.map { Transcript.ResponseFormat(schema: $0) },
            options: options,
            contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent)
        )
        @Sendable func perform(onStep: (TurnStep) async throws -> Void) async throws -> Turn {
            try await runTurn(id, prompt, parameters, onStep: onStep)
        }
        return EventStream(turn: StreamedTurn(perform: perform) { [self] in fail(id) })
    }
}
