public import LanguageModels

/// Decoding of values from a text: short forms of ``LLMDecoder``.
///
/// Each method exists twice: with a model, by default the system's, and with a session, whose transcript then contains
/// the prompt and the answer.
extension StringProtocol {
    /// Decodes one value from this text.
    ///
    /// - Throws: ``LLMDecodingError`` if the answer does not fit; otherwise the error of the model.
    public func decode<Value: Generable>(
        as type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Value {
        try await LLMDecoder(model: model, options: options).decode(type, from: self)
    }

    /// Decodes one value from this text.
    ///
    /// - Throws: ``LLMDecodingError`` if the answer does not fit; otherwise the error of the model.
    public func decode<Value: Generable>(
        as type: Value.Type = Value.self,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Value {
        try await LLMDecoder(session: session, options: options).decode(type, from: self)
    }

    /// Decodes one value from this text as a stream of its partial forms.
    ///
    /// - Throws: ``LLMDecodingError`` if the text is empty.
    public func decodeStream<Value: Generable>(
        as type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Value> {
        try LLMDecoder(model: model, options: options).decodeStream(type, from: self)
    }

    /// Decodes one value from this text as a stream of its partial forms.
    ///
    /// - Throws: ``LLMDecodingError`` if the text is empty.
    public func decodeStream<Value: Generable>(
        as type: Value.Type = Value.self,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Value> {
        try LLMDecoder(session: session, options: options).decodeStream(type, from: self)
    }

    /// Decodes all values of a type from this text, each emitted as soon as its last byte has arrived.
    ///
    /// The stream throws ``LLMDecodingError`` if the text is empty.
    public func decodeElements<Value: Generable>(
        of type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) -> ElementStream<Value> {
        LLMDecoder(model: model, options: options).decodeElements(of: type, from: self)
    }

    /// Decodes all values of a type from this text, each emitted as soon as its last byte has arrived.
    ///
    /// The stream throws ``LLMDecodingError`` if the text is empty.
    public func decodeElements<Value: Generable>(
        of type: Value.Type = Value.self,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) -> ElementStream<Value> {
        LLMDecoder(session: session, options: options).decodeElements(of: type, from: self)
    }

    /// Decodes one value from this text, together with the confidence in it.
    ///
    /// - Throws: ``LLMDecodingError`` if no answer fits; otherwise the error of the model.
    public func decodeWithConfidence<Value: Generable>(
        as type: Value.Type = Value.self,
        using model: some LanguageModel = SystemLanguageModel.default,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Value> {
        try await LLMDecoder(model: model, options: options).decodeWithConfidence(type, from: self, method: method)
    }

    /// Decodes one value from this text, together with the confidence in it.
    ///
    /// - Throws: ``LLMDecodingError`` if no answer fits; otherwise the error of the model.
    public func decodeWithConfidence<Value: Generable>(
        as type: Value.Type = Value.self,
        using session: LanguageModelSession,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Value> {
        try await LLMDecoder(session: session, options: options).decodeWithConfidence(type, from: self, method: method)
    }
}
