import Accounts
import AgentTools
import AgentWire
import LanguageModels
import Telemetry

extension TurnWork {
    /// The conversation that a turn belongs to.
    enum Place: Sendable {
        /// A stored conversation.
        case conversation
        /// A new conversation.
        case newConversation
        /// None: only the run itself is stored.
        case apart

        init(_ conversation: ConversationChoice) {
            switch conversation {
            case .new: self = .newConversation
            case .existing: self = .conversation
            case .none, .snapshot: self = .apart
            }
        }
    }

    /// The first entries of a stored conversation that a turn without a conversation follows.
    struct Source: Sendable {
        let conversation: String
        let entryCount: Int

        init?(_ conversation: ConversationChoice) {
            guard case .snapshot(let id, let count) = conversation else { return nil }
            (self.conversation, entryCount) = (id, count)
        }
    }

    /// The request of a turn: its messages, where they are stored, and the form of the answer.
    struct Request: Sendable {
        let place: Place
        /// The messages of the request and the prompt, without a stored conversation.
        let input: TurnInput
        /// The note beside the turn's message.
        let note: String
        /// The name under which a provider may keep what it has computed for the conversation, for a turn whose run has no
        /// conversation; empty for none.
        var conversationKey = ""
        var context: TurnContext
        /// The entries that a turn without a conversation follows; `nil` for none.
        var source: Source?
        /// The run that the turn replaces, with all later turns of the conversation; `nil` for none.
        var replaces: String?
        /// The schema that the answer must fit; `nil` for text.
        let format: AnswerFormat?
        /// Whether an answer without a schema must be a JSON object.
        var wantsJSON = false
        /// The rule for sending the text of a structured answer.
        var valueText = ValueText()
        /// The number of answers to compare; a single one is not compared.
        var sampleCount = 1
    }

    /// The model of a turn, with all that it sees beside the messages.
    struct Model: Sendable {
        var entry: ModelCatalog.Entry
        let instructions: Instructions?
        let tools: ToolRegistry
        /// The tools that the client runs.
        let clientTools: [ExternalTool]
        /// The object that accepts the client's tool outputs.
        let clientAnswers: ClientToolAnswers
        /// The message by whose words tools are selected; `nil` if the model sees all tools, because the request names them.
        var selectingMessage: String?
        /// The devices that may make calls; `nil` if the client has none.
        var devices: DeviceTurn?
    }

    /// The rules for a turn's calls, and its counts.
    struct Policies: Sendable {
        let meter: TurnMeter
        /// The trace of the turn.
        let trace: TraceContext?
        let times: TurnTimes?
        /// Reserves the tokens of a turn that resumes; see ``Resumption/reserveTokens``.
        let reserveTokens: @Sendable (TurnWork, LiveRun) async -> TokenRoom
        /// The maximum number of calls of the server's tools; `nil` for no limit.
        var maximumToolCalls: Int?
        /// Returns the scope that the client has lost since the turn started and that a tool needs; `nil` for none.
        var lostScope: @Sendable (any AgentTool) -> Scope? = { _ in nil }
        /// Whether the request requires a call of one of the client's own tools, so that the model sees no others.
        var requiresOwnCall = false
        /// The most reasoning that the sender may have; `nil` for no limit.
        var mostEffort: ReasoningEffort?
        /// Returns a turn that resumes after a wait as its sender may continue it now; throws a ``Problem`` if it may not.
        var renewed: @Sendable (TurnWork) async throws -> TurnWork = { $0 }
    }
}
