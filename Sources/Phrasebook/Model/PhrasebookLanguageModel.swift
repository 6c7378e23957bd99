public import LanguageModels

/// Torii's built-in language model, for when no other is configured.
///
/// It has no weights and needs no network: from the phrases that tools declare, English and Japanese, it predicts which tools
/// to call and with what arguments, and it words the answer from their outputs. What it has no phrase for it says it cannot do.
/// Only tools that are enabled in a request are called, and only what a person writes is matched: the outputs of tools are data.
///
/// It reads three entries of a request's metadata, all of them strings: `now` (ISO 8601) and `time_zone` (an identifier), from
/// which "yesterday" and the like become dates, and `locale`, the language for messages that do not show one.
public struct PhrasebookLanguageModel: LanguageModel {
    /// What does the work.
    public typealias Executor = PhrasebookExecutor

    private let phrases: LazyPhrases
    private let readings = RecentReadings()
    private let latestDay = LatestDay()

    /// Makes the model of these tools' phrases.
    ///
    /// - Throws: ``PhrasebookError`` when a pattern cannot be read.
    public init(_ tools: [ToolPhrases]) throws(PhrasebookError) {
        phrases = LazyPhrases(try CompiledPhrases(tools))
    }

    /// Makes the model of these tools' phrases, which are compiled when they are needed first or by ``prepare()``.
    ///
    /// A pattern that cannot be read is an error then.
    public init(compilingLater tools: [ToolPhrases]) { phrases = LazyPhrases(tools) }

    /// Compiles the phrases, so that the first turn need not.
    ///
    /// - Throws: ``PhrasebookError`` when a pattern cannot be read.
    public func prepare() async throws { _ = try await phrases.compiled() }

    /// Tool calling, and nothing else.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }

    /// The phrases.
    public var executorConfiguration: PhrasebookExecutor.Configuration {
        .init(phrases: phrases, readings: readings, latestDay: latestDay)
    }
}
