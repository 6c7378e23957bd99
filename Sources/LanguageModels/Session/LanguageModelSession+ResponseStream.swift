extension LanguageModelSession {
    /// An answer as it grows, in cumulative snapshots (Apple FoundationModels 26.0).
    ///
    /// A stream is one turn. It begins with the first call of `next` or ``collect()`` and goes no faster than the snapshots are read.
    /// Leaving the loop early cancels the turn and frees the session at once.
    ///
    /// When a text does not match the expression of its guide, the answer is asked for once more, and the snapshots begin again.
    public struct ResponseStream<Content: Generable>: AsyncSequence {
        /// What is read.
        public typealias Element = Snapshot

        /// The answer so far.
        public struct Snapshot {
            /// The answer so far, in its type's partial form.
            public var content: Content.PartiallyGenerated
            /// The answer so far, before it was read into its type.
            public var rawContent: GeneratedContent
            /// What the turn has added to the transcript so far, whole entries only, the prompt first (27.0).
            public var transcriptEntries: ArraySlice<Transcript.Entry>
            /// The tokens used so far, by whole rounds (27.0).
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
        /// There should be one: readers of one stream share its snapshots out between them.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(reader: StreamedTurn.Reader(turn), schema: schema, errorNames: errorNames)
        }

        /// Reads to the end and gives the whole answer; at once when the stream was read to its end before.
        ///
        /// - Throws: What ended the turn; `CancellationError` when its reader left it early; ``Suspension`` when it waits for calls.
        public func collect() async throws -> sending Response<Content> {
            let reader = StreamedTurn.Reader(turn)
            do {
                while try await reader.next() != nil {}
                return try Response(try turn.result(), schema: schema)
            } catch {
                throw errorNames.named(error)
            }
        }

        /// Reads the snapshots.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// What is read.
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

            /// The next snapshot; `nil` when the answer is whole.
            ///
            /// A turn that ends at calls which have to wait may have no snapshot at all.
            ///
            /// - Throws: What ended the turn; ``GeneratedContent/ParsingError`` when a structured answer ended without fitting;
            ///   ``Suspension`` when the turn waits for calls.
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
                // Reads the answer once more as a whole: what was a good beginning need not have become a good end.
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

    /// A turn as a stream.
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
            try await takeTurnForAnswer(id, prompt, parameters, onStep: onStep)
        }
        return ResponseStream(schema: schema, errorNames: configuration.errorNames, perform: perform) { [self] in
            fail(id)
        }
    }
}

extension LanguageModelSession.ResponseStream<String> {
    /// Words that are there already, as a stream.
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
