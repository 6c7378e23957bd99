public import LanguageModels

/// A type that says itself that it is read out of text: `try await Person.decode(from: letter)`.
///
/// ``LanguageModels/Generable(description:)`` writes all that it needs. Any other `Generable` type can be decoded as well, with
/// ``LLMDecoder`` or the methods of `StringProtocol`.
public protocol LLMDecodable: Generable {}

/// A type that is read out of text and written as text.
public typealias LLMCodable = LLMDecodable & LLMEncodable

extension LLMDecodable {
    /// Reads a value out of a text.
    ///
    /// - Throws: ``LLMDecodingError`` when the answer does not fit; else what the model threw.
    public static func decode(
        from text: some StringProtocol,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Self {
        try await text.decode(using: model, options: options)
    }

    /// Reads a value out of a text.
    ///
    /// - Throws: ``LLMDecodingError`` when the answer does not fit; else what the model threw.
    public static func decode(
        from text: some StringProtocol,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Self {
        try await text.decode(using: session, options: options)
    }

    /// Reads a value out of a text, and shows it as it grows.
    ///
    /// - Throws: ``LLMDecodingError`` when there is no text.
    public static func decodeStream(
        from text: some StringProtocol,
        using model: some LanguageModel = SystemLanguageModel.default,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Self> {
        try text.decodeStream(using: model, options: options)
    }

    /// Reads a value out of a text, and shows it as it grows.
    ///
    /// - Throws: ``LLMDecodingError`` when there is no text.
    public static func decodeStream(
        from text: some StringProtocol,
        using session: LanguageModelSession,
        options: GenerationOptions = GenerationOptions()
    ) throws -> PartialStream<Self> {
        try text.decodeStream(using: session, options: options)
    }

    /// Reads a value out of a text, and says how sure that is, and by which method.
    ///
    /// - Throws: ``LLMDecodingError`` when no answer fits; else what the model threw.
    public static func decodeWithConfidence(
        from text: some StringProtocol,
        using model: some LanguageModel = SystemLanguageModel.default,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Self> {
        try await text.decodeWithConfidence(using: model, method: method, options: options)
    }

    /// Reads a value out of a text, and says how sure that is, and by which method.
    ///
    /// - Throws: ``LLMDecodingError`` when no answer fits; else what the model threw.
    public static func decodeWithConfidence(
        from text: some StringProtocol,
        using session: LanguageModelSession,
        method: ConfidenceMethod = .selfGrade,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> DecodedResult<Self> {
        try await text.decodeWithConfidence(using: session, method: method, options: options)
    }
}
