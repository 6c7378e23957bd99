extension LanguageModelSession {
    /// The steps of one turn, for a reader who pulls.
    ///
    /// The turn begins with the first call of `next` or ``collect()`` and goes no faster than the steps are read. Leaving the loop
    /// early cancels the turn and frees the session at once.
    public struct EventStream: AsyncSequence, Sendable {
        /// What is read.
        public typealias Element = SessionEvent

        let turn: StreamedTurn

        /// Makes the reader of the turn.
        ///
        /// There should be one: readers of one stream share its steps out between them.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: StreamedTurn.Reader(turn)) }

        /// Reads to the end and gives the turn; at once when the stream was read to its end before.
        ///
        /// - Throws: What ended the turn; `CancellationError` when its reader left it early.
        public func collect() async throws -> Turn {
            let reader = StreamedTurn.Reader(turn)
            while try await reader.next() != nil {}
            return try turn.result()
        }

        /// Reads the steps.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// What is read.
            public typealias Element = SessionEvent

            let reader: StreamedTurn.Reader

            /// The next step; `nil` when the turn has ended.
            ///
            /// - Throws: What ended the turn.
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

    /// Takes one turn as a stream of its steps: ``turn(_:schema:options:contextOptions:metadata:onEvent:)`` for a reader who pulls.
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
            try await takeTurn(id, prompt, parameters, onStep: onStep)
        }
        return EventStream(turn: StreamedTurn(perform: perform) { [self] in fail(id) })
    }
}
