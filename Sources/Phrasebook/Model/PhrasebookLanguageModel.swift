public import LanguageModels

/// Torii's built-in language model, used if no other is configured.
///
/// It has no weights and needs no network: from the English and Japanese phrases that tools declare, it predicts the
/// tools to call and their arguments, and it writes the answer from their outputs. To a message without a matching
/// phrase it answers that it cannot help. It calls only tools that a request enables, and it matches only messages of a
/// person: the outputs of tools are data.
///
/// It reads three entries of a request's metadata, all of them strings: `now` (ISO 8601) and `time_zone` (an
/// identifier), which turn "yesterday" and similar words into dates, and `locale`, the language for messages whose own
/// language is unclear.
public struct PhrasebookLanguageModel: LanguageModel {
    /// The executor of the model.
    public typealias Executor = PhrasebookExecutor

    private let phrases: LazyPhrases
    private let readings = RecentReadings()
    private let latestDay = LatestDay()

    /// Makes the model with these tools' phrases.
    ///
    /// - Throws: ``PhrasebookError`` if a pattern is invalid.
    public init(_ tools: [ToolPhrases]) throws(PhrasebookError) {
        phrases = LazyPhrases(try CompiledPhrases(tools))
    }

    /// Makes the model with these tools' phrases, which are compiled on first use or by ``prepare()``.
    ///
    /// Those throw the error for an invalid pattern.
    public init(compilingLater tools: [ToolPhrases]) { phrases = LazyPhrases(tools) }

    /// Compiles the phrases, so that the first turn does not wait for it.
    ///
    /// - Throws: ``PhrasebookError`` if a pattern is invalid.
    public func prepare() async throws { _ = try await phrases.compiled() }

    /// Tool calling, and nothing else.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }

    /// The phrases and caches for the executor.
    public var executorConfiguration: PhrasebookExecutor.Configuration {
        .init(phrases: phrases, readings: readings, latestDay: latestDay)
    }
}
