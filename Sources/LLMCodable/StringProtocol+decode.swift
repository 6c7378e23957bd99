public import LanguageModels

/// What a text says, as values: the short forms of ``LLMDecoder``.
///
/// Each comes twice: with a model, by default the system's, and with a session, which is asked itself and has the prompt and the
/// answer in its transcript afterwards.
extension StringProtocol {
    /// Reads one value out of this text.
    ///
    /// - Throws: ``LLMDecodingError`` when the answer does not fit; else what the model threw.
    public func decode<Value: Generable>(
        as type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Value {
        try await LLMDecoder(model: model, options: options).decode(type, from: self)
    }

    /// Reads one value out of this text.
    ///
    /// - Throws: ``LLMDecodingError`` when the answer does not fit; else what the model threw.
    public func decode<Value: Generable>(
        as type: Value.Type = Value.self,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Value {
        try await LLMDecoder(session: session, options: options).decode(type, from: self)
    }

    /// Reads one value out of this text, and shows it as it grows.
    ///
    /// - Throws: ``LLMDecodingError`` when there is no text.
    public func decodeStream<Value: Generable>(
        as type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Value> {
        try LLMDecoder(model: model, options: options).decodeStream(type, from: self)
    }

    /// Reads one value out of this text, and shows it as it grows.
    ///
    /// - Throws: ``LLMDecodingError`` when there is no text.
    public func decodeStream<Value: Generable>(
        as type: Value.Type = Value.self,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Value> {
        try LLMDecoder(session: session, options: options).decodeStream(type, from: self)
    }

    /// Reads all values of a type out of this text, and gives each as soon as its last byte has arrived.
    ///
    /// The stream throws ``LLMDecodingError`` when there is no text.
    public func decodeElements<Value: Generable>(
        of type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) -> ElementStream<Value> {
        LLMDecoder(model: model, options: options).decodeElements(of: type, from: self)
    }

    /// Reads all values of a type out of this text, and gives each as soon as its last byte has arrived.
    ///
    /// The stream throws ``LLMDecodingError`` when there is no text.
    public func decodeElements<Value: Generable>(
        of type: Value.Type = Value.self,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) -> ElementStream<Value> {
        LLMDecoder(session: session, options: options).decodeElements(of: type, from: self)
    }

    /// Reads one value out of this text, and says how sure that is, and by which method.
    ///
    /// - Throws: ``LLMDecodingError`` when no answer fits; else what the model threw.
    public func decodeWithConfidence<Value: Generable>(
        as type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Value> {
        try await LLMDecoder(model: model, options: options).decodeWithConfidence(type, from: self, method: method)
    }

    /// Reads one value out of this text, and says how sure that is, and by which method.
    ///
    /// - Throws: ``LLMDecodingError`` when no answer fits; else what the model threw.
    public func decodeWithConfidence<Value: Generable>(
        as type: Value.Type = Value.self,
        using session: LanguageModelSession,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Value> {
        try await LLMDecoder(session: session, options: options).decodeWithConfidence(type, from: self, method: method)
    }
}
