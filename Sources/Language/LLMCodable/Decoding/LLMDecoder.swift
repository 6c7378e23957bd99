public import LanguageModels

/// A decoder of values from free text that uses a model.
///
/// ```swift
/// let person = try await LLMDecoder(model: model).decode(Person.self, from: letter)
/// ```
///
/// The text is data: it is placed between marks that it does not contain, and the instructions say that nothing in it
/// is addressed to the model. A decoder made with a model uses a new session without tools for each decoding. A
/// decoder made with ``init(session:options:leavesTranscript:)`` uses that session, so its transcript then contains
/// the text and the answer, unless the decoder leaves the transcript unchanged. Each answer is checked against all
/// guides of the type.
public struct LLMDecoder: Sendable {
    /// The options for generating the answers.
    public var options: GenerationOptions

    /// The number of further requests after an answer that does not fit, each with the reason; 1 by default.
    ///
    /// A stream makes no further request, because snapshots cannot be withdrawn.
    public var repairAttempts = 1

    /// Returns the session to use, and whether its instructions contain those for decoding.
    let makeSession: @Sendable () -> (session: LanguageModelSession, isInstructed: Bool)
    /// Returns a session that shares no transcript with any other.
    let makeSeparateSession: @Sendable () -> LanguageModelSession

    /// Makes a decoder that uses a model.
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

    /// Makes a decoder that uses a session.
    ///
    /// - Parameter leavesTranscript: Whether each decoding uses a new session with this one's model and instructions,
    ///   so that the text never becomes part of this conversation.
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
    /// Decodes one value from a text.
    ///
    /// - Throws: ``LLMDecodingError`` if the answer does not fit even after the repairs; otherwise the error of the
    ///   model.
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

    /// Decodes one value from a text as a stream of its partial forms.
    public func decodeStream<Value: Generable>(
        _ type: Value.Type = Value.self,
        from text: some StringProtocol
    ) throws -> PartialStream<Value> {
        let shape = AnswerShape<Value>()
        return PartialStream(events: try events(of: type, schema: shape.schema, from: text), shape: shape)
    }

    /// Decodes all values of a type from a text, each emitted as soon as its last byte has arrived.
    ///
    /// The stream throws ``LLMDecodingError`` if the text is empty.
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

    /// Requests answers from a session until one can be read or the repairs are used up.
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
