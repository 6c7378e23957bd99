public import LanguageModels

/// Reads values out of free text with a model.
///
/// ```swift
/// let person = try await LLMDecoder(model: model).decode(Person.self, from: letter)
/// ```
///
/// The text is data: it stands between marks that it does not contain, and the model is told that nothing in it is meant for it.
/// Each decoding is a session of its own, without tools; a session given to ``init(session:options:)`` lends its model and its
/// instructions, and its transcript stays as it is. An answer is held against all of the type's guides.
public struct LLMDecoder: Sendable {
    /// How the answers are generated.
    public var options: GenerationOptions

    /// How often the model is asked again when its answer does not fit, each time with the reason; 1 unless set.
    ///
    /// A stream is not asked again: what it has shown cannot be taken back.
    public var repairAttempts = 1

    private let makeSession: @Sendable () -> LanguageModelSession

    /// Makes a decoder that asks a model.
    public init(
        model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) {
        self.options = options
        makeSession = {
            LanguageModelSession(model: model, instructions: Instructions(DecodingPrompt.instructions))
        }
    }

    /// Makes a decoder that asks a session's model and keeps to the session's instructions.
    public init(session: LanguageModelSession, options: GenerationOptions = GenerationOptions()) {
        self.options = options
        makeSession = {
            session.makeSeparateSession(
                instructions: Instructions(DecodingPrompt.instructions),
                keepingInstructions: true
            )
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
        let shape = AnswerShape<Value>()
        return try await ask(prompt, schema: shape.schema, options: options, valueName: "\(type)") {
            try shape.value(in: $0)
        }
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
    public func decodeElements<Value: Generable>(
        of type: Value.Type = Value.self,
        from text: some StringProtocol
    ) throws -> ElementStream<Value> {
        ElementStream(events: try events(of: type, schema: ElementList<Value>.generationSchema, from: text))
    }

    private func events<Value: Generable>(
        of type: Value.Type,
        schema: GenerationSchema,
        from text: some StringProtocol
    ) throws -> LanguageModelSession.EventStream {
        let prompt = try DecodingPrompt(text: String(text), valueName: "\(type)")
        return makeSession().events(
            of: prompt.first,
            schema: schema,
            options: options,
            contextOptions: ContextOptions(includeSchemaInPrompt: true)
        )
    }

    /// Asks in a session of its own until an answer can be read or the repairs are used up.
    func ask<Result>(
        _ prompt: DecodingPrompt,
        schema: GenerationSchema,
        options: GenerationOptions,
        valueName: String,
        read: (GeneratedContent) throws -> Result
    ) async throws -> Result {
        let session = makeSession()
        let check = AnswerCheck(schema, valueName: valueName)
        var next = prompt.first
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
