import Foundation

/// The settings of one model round, as the session's dynamic instructions or profile define them at that moment.
struct RoundSettings {
    /// The instructions, one part after the other.
    var instructions: [PromptContent] = []
    /// The tools.
    var tools: [any Tool] = []
    /// The model; `nil` for the session's model.
    var model: ErasedLanguageModel?
    /// The sampling options of the profile; the options of the call override them.
    var options = GenerationOptions()
    /// The amount of reasoning; the options of the call override it.
    var reasoningLevel: ContextOptions.ReasoningLevel?
    /// The policy for the transcript of a turn that failed; `nil` for the session's policy.
    var errorPolicy: TranscriptErrorHandlingPolicy?
    /// The transformations of the history that the model reads, the innermost first.
    var historyTransforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
    /// The handlers of events, the innermost first.
    var handlers: [ProfileHandler] = []
    /// The name of the active profile.
    var profileName = ""

    /// Returns the transcript that the model reads: the instructions of this round and the transformed history.
    func shown(_ transcript: Transcript) -> Transcript {
        let history = historyTransforms.reduce(Array(transcript.history)) { $1($0) }
        let content = PromptContent(joining: instructions)
        let entry = LanguageModelSession.instructionsEntry(
            content.isEmpty ? nil : Instructions(content: content),
            tools: tools
        )
        return Transcript(entries: (entry.map { [$0] } ?? []) + history)
    }

    /// Returns the options of a call, completed with those of the profile.
    func completing(_ call: GenerationOptions) -> GenerationOptions {
        var result = call
        result.samplingMode = call.samplingMode ?? options.samplingMode
        result.temperature = call.temperature ?? options.temperature
        result.maximumResponseTokens = call.maximumResponseTokens ?? options.maximumResponseTokens
        result.toolCallingMode = call.toolCallingMode ?? options.toolCallingMode
        return result
    }

    /// Returns the context options of a call, completed with the profile's amount of reasoning.
    func completing(_ call: ContextOptions) -> ContextOptions {
        var result = call
        result.reasoningLevel = call.reasoningLevel ?? reasoningLevel
        return result
    }
}

/// A profile's handler of one kind of event.
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
    /// Calls the handlers of the prompt that started a turn.
    func notify(prompt: Transcript.Prompt) async throws {
        for case .prompt(let perform) in handlers { try await perform(prompt) }
    }

    /// Calls the handlers of the entries that the model generated in a round.
    func notify(entries: [Transcript.Entry]) async throws {
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

    /// Calls the handlers of the outputs of a round's calls.
    func notify(outcomes: [ToolOutcome]) async throws {
        for outcome in outcomes {
            for case .toolOutput(let perform) in handlers { try await perform(outcome.call, outcome.output) }
        }
    }

    /// Calls the activation handlers if this profile is not the previous one.
    func notifyActivation(after previous: RoundSettings?) async {
        guard previous?.profileName != profileName else { return }
        for case .deactivation(let perform) in previous?.handlers ?? [] { await perform() }
        for case .activation(let perform) in handlers { await perform() }
    }
}

/// Dynamic instructions or a profile that contribute settings directly instead of through `body`.
protocol SettingsPart {
    func contribute(to settings: inout RoundSettings)
}

/// The source of a session's settings if they are evaluated for each round.
///
/// Profiles and dynamic instructions need not be `Sendable`. They were sent to the session, which passes them to
/// nothing else. They are read under a lock, because a cancelled turn may still be unwinding while the next one runs.
final class DynamicSource: @unchecked Sendable {
    private let lock = NSLock()
    private let content: any SettingsPart
    private var last: RoundSettings?
    /// The executors of all models that the profiles have named so far.
    private let executors = ExecutorStore()

    init(_ content: any SettingsPart) { self.content = content }

    /// Returns the settings of the next round, after calling the activation handlers.
    func next() async -> RoundSettings {
        let (settings, previous) = advance()
        await settings.notifyActivation(after: previous)
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
