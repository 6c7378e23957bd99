public import LanguageModels

/// Reads values out of free text with a model.
///
/// ```swift
/// let person = try await LLMDecoder(model: model).decode(Person.self, from: letter)
/// ```
///
/// The text is data: it stands between marks that it does not contain, and the model is told that nothing in it is meant for it.
/// With a model, each decoding uses a new session without tools. A session given to
/// ``init(session:options:leavesTranscript:)`` is asked itself, so its transcript has the text and the answer afterwards, unless the
/// decoder is to leave the transcript as it is. An answer is held against all of the type's guides.
public struct LLMDecoder: Sendable {
    /// How the answers are generated.
    public var options: GenerationOptions

    /// How often the model is asked again when its answer does not fit, each time with the reason; 1 unless set.
    ///
    /// A stream is not asked again: what it has shown cannot be taken back.
    public var repairAttempts = 1

    /// The session that is asked, and whether its instructions say already how to decode.
    let makeSession: @Sendable () -> (session: LanguageModelSession, isInstructed: Bool)
    /// A session that shares no transcript with any other.
    let makeSeparateSession: @Sendable () -> LanguageModelSession

    /// Makes a decoder that asks a model.
    public init(
        model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) {
        self.options = options
        let makeSeparateSession = { @Sendable in
            LanguageModelSession(model: model, instructions: Instructions(DecodingPrompt.instructions))
        }
        self.makeSeparateSession = makeSeparateSession
        makeSession = { (makeSeparateSession(), isInstructed: true) }
    }

    /// Makes a decoder that asks a session.
    ///
    /// - Parameter leavesTranscript: Whether each decoding uses a new session with this one's model and instructions, so that
    ///   the text is never part of this conversation.
    public init(
        session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions(),
        leavesTranscript: Bool = false
    ) {
        self.options = options
        let makeSeparateSession = { @Sendable in
            session.makeSeparateSession(
                instructions: Instructions(DecodingPrompt.instructions),
                keepingInstructions: true
            )
        }
        self.makeSeparateSession = makeSeparateSession
        makeSession = {
            leavesTranscript ? (makeSeparateSession(), isInstructed: true) : (session, isInstructed: false)
        }
    }
}

// MARK: - Decoding

extension LLMDecoder {
    /// Reads one value out of a text.
    ///
    /// - Throws: ``LLMDecodingError`` when the answer does not fit, also after the repairs; else what the model threw.
    public func decode<Value: Generable>(
        _ type: Value.Type = Value.self,
        from text: some StringProtocol
    ) async throws -> Value {
        let prompt = try DecodingPrompt(text: String(text), valueName: "\(type)")
        return try await decode(type, prompt, in: makeSession())
    }

    func decode<Value: Generable>(
        _ type: Value.Type,
        _ prompt: DecodingPrompt,
        in asked: (session: LanguageModelSession, isInstructed: Bool)
    ) async throws -> Value {
        let shape = AnswerShape<Value>()
        return try await ask(
            prompt.prompt(isInstructed: asked.isInstructed),
            in: asked.session,
            schema: shape.schema,
            options: options,
            valueName: "\(type)"
        ) { try shape.value(in: $0) }
    }

    /// Reads one value out of a text, and shows it as it grows.
    public func decodeStream<Value: Generable>(
        _ type: Value.Type = Value.self,
        from text: some StringProtocol
    ) throws -> PartialStream<Value> {
        let shape = AnswerShape<Value>()
        return PartialStream(events: try events(of: type, schema: shape.schema, from: text), shape: shape)
    }

    /// Reads all values of a type out of a text, and gives each as soon as its last byte has arrived.
    ///
    /// The stream throws ``LLMDecodingError`` when there is no text.
    public func decodeElements<Value: Generable>(
        of type: Value.Type = Value.self,
        from text: some StringProtocol
    ) -> ElementStream<Value> {
        let schema = ElementList<Value>.generationSchema
        return ElementStream(
            events: Result { () throws(LLMDecodingError) in try events(of: type, schema: schema, from: text) }
        )
    }

    private func events<Value: Generable>(
        of type: Value.Type,
        schema: GenerationSchema,
        from text: some StringProtocol
    ) throws(LLMDecodingError) -> LanguageModelSession.EventStream {
        let prompt = try DecodingPrompt(text: String(text), valueName: "\(type)")
        let asked = makeSession()
        return asked.session.events(
            of: prompt.prompt(isInstructed: asked.isInstructed),
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: true)
        )
    }

    /// Asks a session until an answer can be read or the repairs are used up.
    func ask<Result>(
        _ prompt: Prompt,
        in session: LanguageModelSession,
        schema: GenerationSchema,
        options: GenerationOptions,
        valueName: String,
        read: (GeneratedContent) throws -> Result
    ) async throws -> Result {
        let check = AnswerCheck(schema, valueName: valueName)
        var next = prompt
        var repairs = 0
        while true {
            let turn = try await session.turn(
                next,
                schema: schema,
                options: options,
                contextOptions: ContextOptions(includeSchemaInPrompt: true),
                onEvent: { _ in }
            )
            do {
                return try check.read(turn.response.segments.text, read)
            } catch let fault as LLMDecodingError {
                guard repairs < repairAttempts else { throw fault }
                repairs += 1
                next = DecodingPrompt.repair(fault)
            }
        }
    }
}
