public import LanguageModels

/// A type that declares that it is decoded from text: `try await Person.decode(from: letter)`.
///
/// ``LanguageModels/Generable(description:)`` generates all requirements. Any other `Generable` type can be decoded as
/// well, with ``LLMDecoder`` or the methods of `StringProtocol`.
public protocol LLMDecodable: Generable {}

/// A type that is decoded from text and encoded as text.
public typealias LLMCodable = LLMDecodable & LLMEncodable

extension LLMDecodable {
    /// Decodes a value from a text.
    ///
    /// - Throws: ``LLMDecodingError`` if the answer does not fit; otherwise the error of the model.
    public static func decode(
        from text: some StringProtocol,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Self {
        try await text.decode(using: model, options: options)
    }

    /// Decodes a value from a text.
    ///
    /// - Throws: ``LLMDecodingError`` if the answer does not fit; otherwise the error of the model.
    public static func decode(
        from text: some StringProtocol,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Self {
        try await text.decode(using: session, options: options)
    }

    /// Decodes a value from a text as a stream of its partial forms.
    ///
    /// - Throws: ``LLMDecodingError`` if the text is empty.
    public static func decodeStream(
        from text: some StringProtocol,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Self> {
        try text.decodeStream(using: model, options: options)
    }

    /// Decodes a value from a text as a stream of its partial forms.
    ///
    /// - Throws: ``LLMDecodingError`` if the text is empty.
    public static func decodeStream(
        from text: some StringProtocol,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Self> {
        try text.decodeStream(using: session, options: options)
    }

    /// Decodes a value from a text, together with the confidence in it.
    ///
    /// - Throws: ``LLMDecodingError`` if no answer fits; otherwise the error of the model.
    public static func decodeWithConfidence(
        from text: some StringProtocol,
        using model: some LanguageModel = SystemLanguageModel.default,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Self> {
        try await text.decodeWithConfidence(using: model, method: method, options: options)
    }

    /// Decodes a value from a text, together with the confidence in it.
    ///
    /// - Throws: ``LLMDecodingError`` if no answer fits; otherwise the error of the model.
    public static func decodeWithConfidence(
        from text: some StringProtocol,
        using session: LanguageModelSession,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Self> {
        try await text.decodeWithConfidence(using: session, method: method, options: options)
    }
}
