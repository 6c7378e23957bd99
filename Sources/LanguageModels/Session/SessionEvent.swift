/// One step of a turn, as it happens: what snapshots, responses and a server's own events are all made from.
public enum SessionEvent: Sendable {
    /// More of the answer's text.
    case textDelta(String)
    /// The answer's text so far is replaced by this.
    case textReplaced(String)
    /// More of the thoughts before the answer.
    case reasoningDelta(String)
    /// More of the words by which the model declines to answer; the turn ends with `LanguageModelError.refusal`, which has all of them.
    case refusalDelta(String)
    /// More of the arguments' JSON text of a call that is made elsewhere, as the model writes it; the first one of an id begins the call.
    ///
    /// There are such events for tools with ``ExternalTool/streamsCalls`` only.
    case callDelta(id: String, name: String, arguments: String)
    /// A tool begins.
    case toolStarted(Transcript.ToolCall)
    /// A tool tells how far it has come, from 0 to 1 if it knows.
    case toolProgress(callID: String, fraction: Double?, note: String?)
    /// A tool has ended, well or not.
    case toolFinished(ToolOutcome)
    /// A call waits for approval or for its output; the turn ends once the round's other calls have ended.
    case toolPending(PendingToolCall)
    /// The model is shown less of the conversation from here on, so that it fits the context window.
    case contextCompacted(ContextCompaction.Report)
}

/// How a tool call ended.
public struct ToolOutcome: Sendable, Equatable {
    /// The call.
    public var call: Transcript.ToolCall
    /// What the model is told.
    public var output: Transcript.ToolOutput
    /// Whether the output explains a failure.
    public var isError: Bool
    /// The data for the client.
    public var artifacts: [ToolArtifact]
    /// How long it took.
    public var duration: Duration

    /// Makes an outcome.
    public init(
        call: Transcript.ToolCall,
        output: Transcript.ToolOutput,
        isError: Bool,
        artifacts: [ToolArtifact],
        duration: Duration
    ) {
        self.call = call
        self.output = output
        self.isError = isError
        self.artifacts = artifacts
        self.duration = duration
    }
}
