import Foundation

/// What a session asks its model with in one round, as its dynamic instructions or its profile say at that moment.
struct RoundSettings {
    /// The instructions, one part after the other.
    var instructions: [PromptContent] = []
    /// The tools.
    var tools: [any Tool] = []
    /// The model; `nil` for the session's own.
    var model: ErasedLanguageModel?
    /// What the profile says of sampling; the options of the call come first.
    var options = GenerationOptions()
    /// How long the model thinks; the options of the call come first.
    var reasoningLevel: ContextOptions.ReasoningLevel?
    /// What the transcript holds after a turn that failed; `nil` for what the session says.
    var errorPolicy: TranscriptErrorHandlingPolicy?
    /// Changes of what the model is shown of the history, the innermost first.
    var historyTransforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
    /// Who is told of what happens, the innermost first.
    var handlers: [ProfileHandler] = []
    /// The profile that is active.
    var profileName = ""

    /// The transcript that the model is shown: the instructions of this round, and the history as the profile has it.
    func shown(_ transcript: Transcript) -> Transcript {
        let history = historyTransforms.reduce(Array(transcript.history)) { $1($0) }
        let content = PromptContent(joining: instructions)
        let entry = LanguageModelSession.instructionsEntry(
            content.isEmpty ? nil : Instructions(content: content),
            tools: tools
        )
        return Transcript(entries: (entry.map { [$0] } ?? []) + history)
    }

    /// The options of a call, with those of the profile where the call says nothing.
    func completing(_ call: GenerationOptions) -> GenerationOptions {
        var result = call
        result.samplingMode = call.samplingMode ?? options.samplingMode
        result.temperature = call.temperature ?? options.temperature
        result.maximumResponseTokens = call.maximumResponseTokens ?? options.maximumResponseTokens
        result.toolCallingMode = call.toolCallingMode ?? options.toolCallingMode
        return result
    }

    /// The context options of a call, with the profile's level of reasoning where the call says nothing.
    func completing(_ call: ContextOptions) -> ContextOptions {
        var result = call
        result.reasoningLevel = call.reasoningLevel ?? reasoningLevel
        return result
    }
}

/// A function of a profile that is told of one kind of thing that happens.
enum ProfileHandler {
    case prompt((Transcript.Prompt) async throws -> Void)
    case response((Transcript.Response) async throws -> Void)
    case reasoning((Transcript.Reasoning) async throws -> Void)
    case toolCall((Transcript.ToolCall) async throws -> Void)
    case toolOutput((Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void)
    case activation(() async -> Void)
    case deactivation(() async -> Void)
}

extension RoundSettings {
    /// Tells the handlers of the prompt that began a turn.
    func tell(prompt: Transcript.Prompt) async throws {
        for case .prompt(let perform) in handlers { try await perform(prompt) }
    }

    /// Tells the handlers of what the model has written in a round.
    func tell(entries: [Transcript.Entry]) async throws {
        for entry in entries {
            for handler in handlers {
                switch (entry, handler) {
                case (.response(let response), .response(let perform)): try await perform(response)
                case (.reasoning(let reasoning), .reasoning(let perform)): try await perform(reasoning)
                case (.toolCalls(let calls), .toolCall(let perform)): for call in calls { try await perform(call) }
                default: continue
                }
            }
        }
    }

    /// Tells the handlers of how the calls of a round ended.
    func tell(outcomes: [ToolOutcome]) async throws {
        for outcome in outcomes {
            for case .toolOutput(let perform) in handlers { try await perform(outcome.call, outcome.output) }
        }
    }

    /// Tells the handlers that another profile is active from here on.
    func tellActivation(after previous: RoundSettings?) async {
        guard previous?.profileName != profileName else { return }
        for case .deactivation(let perform) in previous?.handlers ?? [] { await perform() }
        for case .activation(let perform) in handlers { await perform() }
    }
}

/// Dynamic instructions or a profile that say something themselves instead of by their body.
protocol SettingsPart {
    func contribute(to settings: inout RoundSettings)
}

/// Where a session's settings come from when they are worked out anew for each round.
///
/// Profiles and dynamic instructions need not be `Sendable`. They were sent to the session, which hands them to nobody, and they are
/// read under a lock, because a canceled turn may still be unwinding while the next one runs.
final class DynamicSource: @unchecked Sendable {
    private let lock = NSLock()
    private let content: any SettingsPart
    private var last: RoundSettings?
    /// The executors of the models that the profiles have named so far.
    private let executors = ExecutorStore()

    init(_ content: any SettingsPart) { self.content = content }

    /// Works out the settings of the next round, and tells the profiles that begin and end with it.
    func next() async -> RoundSettings {
        let (settings, previous) = advance()
        await settings.tellActivation(after: previous)
        return settings
    }

    /// The settings that the next round would have.
    var upcoming: RoundSettings { lock.withLock { resolved() } }

    private func advance() -> (next: RoundSettings, previous: RoundSettings?) {
        lock.lock()
        defer { lock.unlock() }
        let (settings, previous) = (resolved(), last)
        last = settings
        return (settings, previous)
    }

    private func resolved() -> RoundSettings {
        var settings = RoundSettings()
        content.contribute(to: &settings)
        settings.model = settings.model?.using(executors)
        return settings
    }
}
