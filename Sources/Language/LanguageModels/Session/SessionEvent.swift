public import FoundationEssentials

/// An event of a running turn, from which snapshots, responses and a server's events are made.
public enum SessionEvent: Sendable {
    /// More of the answer's text.
    case textDelta(String)
    /// A replacement of the answer's text so far.
    case textReplaced(String)
    /// More of the reasoning before the answer.
    case reasoningDelta(String)
    /// The provider's signature of the reasoning so far, with the metadata of its entry; the next reasoning is another entry.
    case reasoningSigned(Data, metadata: [String: GeneratedContent])
    /// More of the model's refusal; the turn ends with `LanguageModelError.refusal`, which has the whole text.
    case refusalDelta(String)
    /// More of the JSON text of a call's arguments while the model writes them; the first event with a new id starts
    /// the call.
    ///
    /// These events exist only for tools with ``ExternalTool/streamsCalls``.
    case callDelta(id: String, name: String, arguments: String)
    /// A tool call has started.
    case toolStarted(Transcript.ToolCall)
    /// The progress of a tool call, from 0 to 1 if it is known.
    case toolProgress(callID: String, fraction: Double?, note: String?)
    /// A tool call has ended, with success or an error.
    case toolFinished(ToolOutcome)
    /// A call waits for approval or for its output; the turn ends after the round's other calls.
    case toolPending(PendingToolCall)
    /// The model reads a shortened conversation from now on, so that it fits the context window.
    case contextCompacted(ContextCompaction.Report)
}

/// The outcome of a tool call.
public struct ToolOutcome: Sendable, Equatable {
    /// The call.
    public var call: Transcript.ToolCall
    /// The output for the model.
    public var output: Transcript.ToolOutput
    /// Whether the output explains a failure.
    public var isError: Bool
    /// Whether a person declined the call.
    public var isDeclined: Bool
    /// The data for the client.
    public var artifacts: [ToolArtifact]
    /// The duration of the call.
    public var duration: Duration

    /// Makes an outcome.
    public init(
        call: Transcript.ToolCall,
        output: Transcript.ToolOutput,
        isError: Bool,
        artifacts: [ToolArtifact],
        duration: Duration,
        isDeclined: Bool = false
    ) {
        self.call = call
        self.output = output
        self.isError = isError
        self.artifacts = artifacts
        self.duration = duration
        self.isDeclined = isDeclined
    }
}
