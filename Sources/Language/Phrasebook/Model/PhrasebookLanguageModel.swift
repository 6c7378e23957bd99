public import LanguageModels
import Synchronization

/// Torii's built-in language model, used if no other is configured.
///
/// It has no weights and needs no network: from the English and Japanese phrases that tools declare, it predicts the
/// tools to call and their arguments, and it writes the answer from their outputs. To a message without a matching
/// phrase it answers that it cannot help. It calls only tools that a request enables, and it matches only messages of a
/// person: the outputs of tools are data.
///
/// It reads four entries of a request's metadata, all of them strings: `now` (ISO 8601) and `time_zone` (an
/// identifier), which turn "yesterday" and similar words into dates, `locale`, the language for messages whose own
/// language is unclear, and `client`, whose messages they are.
public struct PhrasebookLanguageModel: PhraseModel {
    /// The executor of the model.
    public typealias Executor = PhrasebookExecutor

    private let current: CurrentPhrases

    /// Makes the model with these tools' phrases.
    ///
    /// - Throws: ``PhrasebookError`` if a pattern is invalid.
    public init(_ tools: [ToolPhrases]) throws(PhrasebookError) { self.init(try CompiledPhrases(tools)) }

    /// Makes the model with compiled phrases.
    init(_ phrases: CompiledPhrases) { current = CurrentPhrases(LazyPhrases(phrases)) }

    /// Makes the model with these tools' phrases, which are compiled on first use or by ``prepare()``.
    ///
    /// Those throw the error for an invalid pattern.
    ///
    /// - Parameter preparations: The steps around the calls of some tools, by the tools' names.
    public init(compilingLater tools: [ToolPhrases], preparing preparations: [String: CallPreparation] = [:]) {
        current = CurrentPhrases(.shared(tools), preparations)
    }

    /// Replaces the phrases of all tools in this model and its copies; answers under way end with the earlier ones.
    ///
    /// They are compiled on first use or by ``prepare()``, unless a model in the process has the same.
    public func replacePhrases(_ tools: [ToolPhrases]) { current.replace(.shared(tools)) }

    /// Forgets the messages of some owners whose calls are still running, because they are to be erased; they are read again if they are
    /// needed.
    ///
    /// Those of requests that name no owner are forgotten, too.
    public func forgetReadings(where isErased: (String) -> Bool) {
        current.configuration.readings.remove { $0.map(isErased) ?? true }
    }

    /// Compiles the phrases, so that the first turn does not wait for it.
    ///
    /// - Throws: ``PhrasebookError`` if a pattern is invalid.
    public func prepare() async throws { _ = try await current.configuration.phrases.compiled() }

    /// Tool calling, and nothing else.
    public var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }

    /// The phrases and caches for the executor.
    public var executorConfiguration: PhrasebookExecutor.Configuration { current.configuration }
}

/// The phrases of a model, with the caches that belong to them.
private final class CurrentPhrases: Sendable {
    private let state: Mutex<PhrasebookExecutor.Configuration>

    init(_ phrases: LazyPhrases, _ preparations: [String: CallPreparation] = [:]) {
        state = Mutex(Self.configuration(phrases, preparations))
    }

    var configuration: PhrasebookExecutor.Configuration { state.withLock { $0 } }

    func replace(_ phrases: LazyPhrases) {
        state.withLock { $0 = Self.configuration(phrases, $0.preparations) }
    }

    private static func configuration(
        _ phrases: LazyPhrases,
        _ preparations: [String: CallPreparation]
    ) -> PhrasebookExecutor.Configuration {
        .init(phrases: phrases, preparations: preparations, readings: RecentReadings(), latestDay: LatestDay())
    }
}
