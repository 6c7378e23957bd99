public import StreamingJSON

/// One event of a run, in the words of no dialect: every encoder makes its frames out of these.
///
/// Text, thoughts and calls are items with a number of their own, which counts from 0 in the run. An encoder leaves out what its dialect
/// has no word for.
public enum RunEvent: Sendable, Equatable {
    /// The run has begun.
    case started(RunStart)
    /// An item begins.
    case itemAdded(RunItem)
    /// More of a message's text.
    case textDelta(item: Int, text: String)
    /// More of the words by which the model declines to answer, which are a part of a message.
    case refusalDelta(item: Int, text: String)
    /// More of the JSON text of an answer that has a shape.
    case valueDelta(item: Int, text: String)
    /// More of a thought.
    case reasoningDelta(item: Int, text: String)
    /// More of the JSON text of the arguments of a call of the client's, as the model writes it.
    case argumentsDelta(item: Int, text: String)
    /// The text of a message so far is replaced by this; what was sent of it may stay with its reader.
    case textReplaced(item: Int, text: String)
    /// A message, a value, a thought, or a call whose arguments came in pieces is whole; any other call is whole when it is added.
    ///
    /// A call in pieces that the model did not write to its end never is.
    case itemDone(item: Int)
    /// A tool of the server's says how far it has come.
    case toolProgress(item: Int, call: String, fraction: Double?, note: String?)
    /// A call has its output, by the server or by the client.
    case toolFinished(item: Int, WireToolCall)
    /// The model has ended a round.
    case roundEnded(RunRound)
    /// The run waits until its client has done something.
    case actionRequired(RequiredAction)
    /// Everything that the run waits for was told: the next event comes when it goes on.
    case waiting
    /// The value so far of an answer that has a shape; with a restart, what was shown of it before is taken back.
    case objectDelta(JSONValue, isRestart: Bool = false)
    /// An element of one of the answer's lists is whole: of the answer itself (an empty path) or of a member, by its JSON pointer.
    case objectElement(path: String, index: Int, value: JSONValue)
    /// The value is whole and satisfies its schema.
    case objectCompleted(StructuredAnswer)
    /// The answer is whole.
    case answered(RunAnswer)
    /// The run has ended well.
    case completed(usage: WireUsage)
    /// The run has ended without an answer.
    case failed(Problem)
    /// The run was stopped.
    case cancelled(CancelReason, usage: WireUsage)
    /// The server stopped before the run came to its end.
    case interrupted(Problem)

    /// The reason why a run was stopped.
    public enum CancelReason: String, Sendable, CaseIterable {
        /// Its client asked for it.
        case requested
        /// Nobody was there to read it for longer than the grace window.
        case disconnected
        /// A later run of the conversation took its place.
        case replaced
        /// Its client's token was revoked, or the client removed.
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

/// The beginning of a run.
public struct RunStart: Sendable, Equatable {
    /// The run's id.
    public var run: String
    /// Its conversation; empty when it has none.
    public var conversation: String
    /// The model that is asked.
    public var model: String
    /// The time of the request, in whole seconds since 1970; 0 where it was not written down.
    public var createdAt: Int

    /// Makes a beginning.
    public init(run: String, conversation: String, model: String, createdAt: Int = 0) {
        (self.run, self.conversation, self.model, self.createdAt) = (run, conversation, model, createdAt)
    }
}

/// A round of a run: one answer of the model, which may call tools.
public struct RunRound: Sendable, Equatable {
    /// The reason why the model stopped; `nil` when it did not say.
    public var finishReason: FinishReason?
    /// The tokens that the round used, as far as the provider has counted them.
    public var usage: WireUsage

    /// Makes a round.
    public init(finishReason: FinishReason?, usage: WireUsage) {
        (self.finishReason, self.usage) = (finishReason, usage)
    }
}

/// The reason why a model stopped.
public enum FinishReason: String, Sendable, CaseIterable {
    /// It had said everything, or came to a stop sequence.
    case stop
    /// It came to the limit of its output.
    case length
    /// It wants calls to be made.
    case toolCalls = "tool_calls"
    /// The provider's filter cut it off.
    case contentFilter = "content_filter"
}

/// A whole answer.
public struct RunAnswer: Sendable, Equatable {
    /// The text.
    public var text: String
    /// The data of the tools that were called.
    public var artifacts: [WireArtifact]
    /// The model that gave it, where there were several to ask.
    public var model: String?
    /// The reason why the model stopped; `nil` when it did not say.
    public var finishReason: FinishReason?
    /// Whether the model declined, and the text is what it said to that.
    public var isRefusal: Bool

    /// Makes an answer.
    public init(
        text: String,
        artifacts: [WireArtifact] = [],
        model: String? = nil,
        finishReason: FinishReason? = nil,
        isRefusal: Bool = false
    ) {
        (self.text, self.artifacts, self.model, self.finishReason) = (text, artifacts, model, finishReason)
        self.isRefusal = isRefusal
    }
}
