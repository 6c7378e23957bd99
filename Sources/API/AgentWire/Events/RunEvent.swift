public import StreamingJSON

/// A dialect-neutral event of a run; every encoder makes its frames from these.
///
/// Text, reasoning and calls are items, numbered from 0 within the run. An encoder omits events that its dialect cannot express.
public enum RunEvent: Sendable, Equatable {
    /// The run has started.
    case started(RunStart)
    /// An item has started.
    case itemAdded(RunItem)
    /// A part of a message's text.
    case textDelta(item: Int, text: String)
    /// A part of the text with which the model declines to answer; it belongs to a message.
    case refusalDelta(item: Int, text: String)
    /// A part of the JSON text of an answer with a schema.
    case valueDelta(item: Int, text: String)
    /// A part of the model's reasoning.
    case reasoningDelta(item: Int, text: String)
    /// The provider's seal of reasoning, after its text; redacted reasoning has only a seal.
    case reasoningSealed(item: Int, seal: String, isRedacted: Bool)
    /// A part of the JSON text of the arguments of a client's call, as the model writes it.
    case argumentsDelta(item: Int, text: String)
    /// The text of a message so far is replaced by this one; readers may already have the replaced text.
    case textReplaced(item: Int, text: String)
    /// A message, a value, reasoning, or a call with streamed arguments is complete; any other call is complete when it is added.
    ///
    /// A call with streamed arguments that the model did not finish never has this event.
    case itemDone(item: Int)
    /// A tool of the server reports its progress.
    case toolProgress(item: Int, call: String, fraction: Double?, note: String?)
    /// A call has its output, from the server or from the client.
    case toolFinished(item: Int, WireToolCall)
    /// The model has ended a round.
    case roundEnded(RunRound)
    /// The run waits until its client has performed an action.
    case actionRequired(RequiredAction)
    /// All actions that the run waits for are known; the next event follows when the run resumes.
    case waiting
    /// The current value of an answer with a schema; with a restart, the values before it are void.
    case objectDelta(JSONValue, isRestart: Bool = false)
    /// An element of one of the answer's lists is complete: a list at the root (an empty path) or in a member, by its JSON pointer.
    case objectElement(path: String, index: Int, value: JSONValue)
    /// The value is complete and satisfies its schema.
    case objectCompleted(StructuredAnswer)
    /// The answer is complete.
    case answered(RunAnswer)
    /// The run has ended successfully.
    case completed(usage: WireUsage)
    /// The run has ended without an answer.
    case failed(Problem)
    /// The run was cancelled.
    case cancelled(CancelReason, usage: WireUsage)
    /// The server stopped before the run ended.
    case interrupted(Problem)

    /// The reason why a run was cancelled.
    public enum CancelReason: String, Sendable, CaseIterable {
        /// The client requested it.
        case requested
        /// The run had no reader for longer than the grace window.
        case disconnected
        /// A later run of the conversation replaced it.
        case replaced
        /// The client's token was revoked, or the client was removed.
        case revoked
    }

    /// Whether nothing follows this event.
    public var isTerminal: Bool {
        switch self {
        case .completed, .failed, .cancelled, .interrupted: true
        default: false
        }
    }
}

/// The start of a run.
public struct RunStart: WireRecord {
    /// The run's id.
    public var run: String
    /// The conversation's id; empty if it has none.
    public var conversation: String
    /// The model that is called.
    public var model: String
    /// The time of the request, in whole seconds since 1970; 0 if it was not recorded.
    public var createdAt: Int
    /// Whether the model's reasoning is among the run's native events.
    public var showsReasoning: Bool

    /// Makes a start.
    public init(
        run: String,
        conversation: String,
        model: String,
        createdAt: Int = 0,
        showsReasoning: Bool = false
    ) {
        (self.run, self.conversation, self.model, self.createdAt) = (run, conversation, model, createdAt)
        self.showsReasoning = showsReasoning
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("run", \.run),
        .always("conversation", \.conversation, missing: ""),
        .always("model", \.model),
        .always("created", \.createdAt, missing: 0),
        .unless(false, "reasoning", \.showsReasoning)
    )
}

/// A round of a run: one model call, which may request tool calls.
public struct RunRound: WireRecord {
    /// The reason why the model stopped; `nil` if the model named none.
    public var finishReason: FinishReason?
    /// The tokens that the round used, as far as the provider has counted them.
    public var usage: WireUsage
    /// The time at which the round ended, in whole seconds since 1970; 0 if it was not recorded.
    public var endedAt: Int

    /// Makes a round.
    public init(finishReason: FinishReason?, usage: WireUsage, endedAt: Int = 0) {
        (self.finishReason, self.usage, self.endedAt) = (finishReason, usage, endedAt)
    }

    /// The whole count, of which answers show a part.
    private static let loggedUsage = FieldCoding<WireUsage>(
        schema: WireUsage.schema,
        read: { fields, name in fields.value(name).flatMap { try? WireUsage(jsonValue: $0) } ?? .zero },
        write: { $0.logged }
    )

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("finish_reason", \.finishReason, read: FieldReading { .some(FinishReason.known($1, in: $0)) }),
        .custom("usage", \.usage, loggedUsage),
        .unless(0, "ended", \.endedAt)
    )
}

/// The reason why a model stopped.
public enum FinishReason: String, Sendable, CaseIterable, WireWord {
    /// The answer was complete, or the model reached a stop sequence.
    case stop
    /// The model reached the limit of its output.
    case length
    /// The model requests tool calls.
    case toolCalls = "tool_calls"
    /// The provider's filter stopped the model.
    case contentFilter = "content_filter"

    /// Returns the reason in a field of a log; `nil` for one that this version does not know.
    static func known(_ name: String, in fields: RequestFields) -> Self? {
        fields.value(name)?.stringValue.flatMap(Self.init)
    }
}

/// A complete answer.
public struct RunAnswer: WireRecord {
    /// The text.
    public var text: String
    /// The artifacts of the tool calls.
    public var artifacts: [WireArtifact]
    /// The model that answered, if several were available.
    public var model: String?
    /// The reason why the model stopped; `nil` if the model named none.
    public var finishReason: FinishReason?
    /// Whether the model declined; the text is then its explanation.
    public var isRefusal: Bool
    /// The stop sequence that ended the text; `nil` if none did, or if the provider does not name it.
    public var stopSequence: String?
    /// The limit of output tokens with which the provider answered; `nil` unless it refused that of the request as too large.
    public var loweredLimit: Int?

    /// Makes an answer.
    public init(
        text: String,
        artifacts: [WireArtifact] = [],
        model: String? = nil,
        finishReason: FinishReason? = nil,
        isRefusal: Bool = false,
        stopSequence: String? = nil,
        loweredLimit: Int? = nil
    ) {
        (self.text, self.artifacts, self.model, self.finishReason) = (text, artifacts, model, finishReason)
        (self.isRefusal, self.stopSequence, self.loweredLimit) = (isRefusal, stopSequence, loweredLimit)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("text", \.text),
        .always("artifacts", \.artifacts, read: .validArtifacts),
        .maybe("model", \.model),
        .maybe("finish_reason", \.finishReason, read: FieldReading { FinishReason.known($1, in: $0) }),
        .unless(false, "refused", \.isRefusal),
        .maybe("stop", \.stopSequence),
        .maybe("lowered", \.loweredLimit)
    )
}
