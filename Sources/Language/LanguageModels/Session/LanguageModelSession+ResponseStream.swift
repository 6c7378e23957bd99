extension LanguageModelSession {
    /// A growing answer as a sequence of cumulative snapshots (Apple FoundationModels 26.0).
    ///
    /// A stream is one turn. It starts with the first call of `next` or ``collect()`` and runs no faster than the
    /// snapshots are read. Leaving the loop early cancels the turn and frees the session at once.
    ///
    /// If a text does not match the pattern of its guide, the answer is requested once more, and the snapshots start
    /// again.
    public struct ResponseStream<Content: Generable>: AsyncSequence {
        /// The type of the snapshots.
        public typealias Element = Snapshot

        /// The answer so far.
        public struct Snapshot {
            /// The answer so far, as the partial form of its type.
            public var content: Content.PartiallyGenerated
            /// The answer so far, before conversion to its type.
            public var rawContent: GeneratedContent
            /// The complete entries that the turn has added to the transcript so far, the prompt first (27.0).
            public var transcriptEntries: ArraySlice<Transcript.Entry>
            /// The tokens used so far, updated after each round (27.0).
            public var usage: Usage
        }

        private let schema: GenerationSchema?
        private let turn: StreamedTurn
        private let errorNames: ErrorNames

        init(
            schema: GenerationSchema?,
            errorNames: ErrorNames = .foundationModels27,
            perform: @escaping StreamedTurn.Perform,
            abandon: @escaping @Sendable () -> Void
        ) {
            self.schema = schema
            self.errorNames = errorNames
            turn = StreamedTurn(perform: perform, abandon: abandon)
        }

        /// Makes the reader of the turn.
        ///
        /// Use only one reader, because several readers of one stream would each get a part of the snapshots.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(reader: StreamedTurn.Reader(turn), schema: schema, errorNames: errorNames)
        }

        /// Reads to the end and returns the complete answer; returns at once if the stream has been read to its end
        /// already.
        ///
        /// - Throws: The error that ended the turn; `CancellationError` if the reader left before the end;
        ///   ``Suspension`` if the turn waits for calls.
        public func collect() async throws -> sending Response<Content> {
            let reader = StreamedTurn.Reader(turn)
            do {
                while try await reader.next() != nil {}
                return try Response(try turn.result(), schema: schema)
            } catch {
                throw errorNames.named(error)
            }
        }

        /// An iterator over the snapshots.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// The type of the snapshots.
            public typealias Element = Snapshot

            private let reader: StreamedTurn.Reader
            private let schema: GenerationSchema?
            private let errorNames: ErrorNames
            private var answer: StreamedAnswer
            private var entries: [Transcript.Entry] = []
            private var usage = Usage()

            fileprivate init(reader: StreamedTurn.Reader, schema: GenerationSchema?, errorNames: ErrorNames) {
                self.reader = reader
                self.errorNames = errorNames
                self.schema = schema
                answer = StreamedAnswer(isStructured: schema != nil)
            }

            /// Returns the next snapshot, or `nil` when the answer is complete.
            ///
            /// A turn that is suspended because of calls may have no snapshot at all.
            ///
            /// - Throws: The error that ended the turn; ``GeneratedContent/ParsingError`` if a structured answer ended
            ///   without fitting; ``Suspension`` if the turn waits for calls.
            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
                do {
                    return try await nextSnapshot(isolation: actor)
                } catch {
                    throw errorNames.named(error)
                }
            }

            private mutating func nextSnapshot(isolation actor: isolated (any Actor)?) async throws -> Snapshot? {
                while let step = try await reader.next() {
                    switch step {
                    case .progress(let entries, let usage): (self.entries, self.usage) = (entries, usage)
                    case .event(let event):
                        if answer.apply(event), let snapshot = try snapshot() { return snapshot }
                    }
                }
                // Checks the complete answer once more, because a prefix that fits may continue with text that does
                // not.
                _ = try Response<Content>(try reader.turn.result(), schema: schema)
                return nil
            }

            private func snapshot() throws -> Snapshot? {
                guard let content = answer.content() else { return nil }
                return Snapshot(
                    content: try Content.PartiallyGenerated(content),
                    rawContent: content,
                    transcriptEntries: entries[...],
                    usage: usage
                )
            }
        }
    }

    /// Returns a turn as a stream.
    func stream<Content: Generable>(
        to prompt: Prompt,
        schema: GenerationSchema?,
        options: GenerationOptions,
        contextOptions: ContextOptions,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) -> sending ResponseStream<Content> {
        let id = makeTurnID()
        let parameters = TurnParameters(
            format: schema.map { Transcript.ResponseFormat(schema: $0) },
            options: options,
            contextOptions: contextOptions,
            metadata: metadata.mapValues(\.generatedContent)
        )
        @Sendable func perform(onStep: (TurnStep) async throws -> Void) async throws -> Turn {
            try await runTurnForAnswer(id, prompt, parameters, onStep: onStep)
        }
        return ResponseStream(schema: schema, errorNames: configuration.errorNames, perform: perform) { [self] in
            fail(id)
        }
    }
}

extension LanguageModelSession.ResponseStream<String> {
    /// Makes a stream of a text that is known already.
    init(text: String, entries: [Transcript.Entry] = []) {
        self.init(
            schema: nil,
            perform: { onStep in
                try await onStep(.progress(entries: entries, usage: .init()))
                try await onStep(.event(.textDelta(text)))
                return LanguageModelSession.Turn(
                    entries: entries,
                    response: .init(segments: [.text(.init(content: text))])
                )
            },
            abandon: {}
        )
    }
}
