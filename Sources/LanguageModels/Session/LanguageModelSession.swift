import FoundationEssentials
import Synchronization

/// A conversation with a model that may call tools (Apple FoundationModels 26.0 and 27.0).
///
/// One turn runs at a time; a second one meanwhile throws ``Error/concurrentRequests``. The tool loop is here: the calls of a
/// round run in parallel, their outputs go back in the order of the calls, and rounds go on until the model answers without
/// calling. A turn that fails leaves the transcript as it was before, unless the configuration says otherwise.
public final class LanguageModelSession: Sendable {
    /// What happens when a tool throws something else than a ``ToolFailure``.
    public enum ToolErrorPolicy: Sendable {
        /// The turn ends with a ``ToolCallError``, as in Apple's framework.
        case throwToCaller
        /// The model is told in general words that the tool failed, and goes on.
        case explainToModel
    }

    /// Limits and policies of a session.
    public struct Configuration: Sendable {
        /// What happens when a tool throws something else than a ``ToolFailure``.
        public var toolErrorPolicy: ToolErrorPolicy
        /// What the transcript holds after a turn that failed.
        public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy
        /// How many rounds of tool calls one turn may take.
        public var maximumToolRounds: Int
        /// What the model is told of a call that could not be made; by default ``ToolFault/description``.
        public var wordToolFault: @Sendable (ToolFault) -> String

        /// Makes a configuration.
        public init(
            toolErrorPolicy: ToolErrorPolicy = .throwToCaller,
            transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy = .revertTranscript,
            maximumToolRounds: Int = 16,
            wordToolFault: @escaping @Sendable (ToolFault) -> String = { $0.description }
        ) {
            self.toolErrorPolicy = toolErrorPolicy
            self.transcriptErrorHandlingPolicy = transcriptErrorHandlingPolicy
            self.maximumToolRounds = maximumToolRounds
            self.wordToolFault = wordToolFault
        }
    }

    struct State {
        var transcript: Transcript
        var usage = Usage()
        var isResponding = false
    }

    let model: ErasedLanguageModel
    let tools: [any Tool]
    let configuration: Configuration
    let state: Mutex<State>

    /// Starts a conversation.
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        instructions: Instructions? = nil,
        configuration: Configuration = Configuration()
    ) {
        let entry = Self.instructionsEntry(instructions, tools: tools)
        self.init(
            model: model,
            tools: tools,
            transcript: Transcript(entries: entry.map { [$0] } ?? []),
            configuration: configuration
        )
    }

    /// Starts a conversation.
    public convenience init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(model: model, tools: tools, instructions: try instructions())
    }

    /// Takes a conversation up again.
    public init(
        model: some LanguageModel,
        tools: [any Tool] = [],
        transcript: Transcript,
        configuration: Configuration = Configuration()
    ) {
        self.model = ErasedLanguageModel(model)
        self.tools = tools
        self.configuration = configuration
        state = Mutex(State(transcript: transcript))
    }

    /// Everything said so far.
    public var transcript: Transcript { state.withLock { $0.transcript } }

    /// The tokens used so far by whole turns.
    public var usage: Usage { state.withLock { $0.usage } }

    /// Whether a turn is going on.
    public var isResponding: Bool { state.withLock { $0.isResponding } }

    /// Gets the model ready for a turn that may follow.
    public func prewarm() { model.prewarm(transcript) }

    /// The entry that opens a transcript: the instructions, and the tools they come with; `nil` when there is neither.
    public static func instructionsEntry(_ instructions: Instructions?, tools: [any Tool]) -> Transcript.Entry? {
        guard instructions != nil || !tools.isEmpty else { return nil }
        return .instructions(
            .init(
                segments: instructions.map { [.text(.init(content: $0.text))] } ?? [],
                toolDefinitions: tools.map { Self.definition(of: $0) }
            )
        )
    }

    static func definition(of tool: some Tool) -> Transcript.ToolDefinition { Transcript.ToolDefinition(tool: tool) }
}

extension LanguageModelSession {
    /// Why a session did not take a turn, or did not end it.
    public enum Error: Swift.Error, Sendable, Equatable, CustomStringConvertible {
        /// Another turn of this session is going on.
        case concurrentRequests
        /// The model kept calling tools for more rounds than allowed.
        case tooManyToolRounds(limit: Int)

        /// What happened and what to do.
        public var description: String {
            switch self {
            case .concurrentRequests:
                "this session is already answering; wait for that answer or use another session"
            case .tooManyToolRounds(let limit):
                "the model called tools for \(limit) rounds without answering; the turn was stopped"
            }
        }
    }

    /// A tool threw, and the session's policy is to end the turn.
    public struct ToolCallError: Swift.Error, CustomStringConvertible {
        /// The tool.
        public var tool: any Tool
        /// What it threw.
        public var underlyingError: any Swift.Error

        /// Makes an error.
        public init(tool: any Tool, underlyingError: any Swift.Error) {
            self.tool = tool
            self.underlyingError = underlyingError
        }

        /// Which tool, and why.
        public var description: String { "the tool \(tool.name) failed: \(underlyingError)" }
    }
}
