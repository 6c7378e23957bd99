/// The way in which a call gets its output.
public enum ToolExecution: Sendable, Hashable {
    /// The session runs the tool.
    case immediate
    /// The session runs the tool after a person has approved the call.
    case afterApproval
    /// Another party, such as the client, runs the tool and resumes the session with the output.
    case external
}

/// A tool whose calls may wait for a person's approval or for an output from the client.
///
/// Such calls end the turn: the session runs the other calls, keeps their outputs, and is suspended with the waiting
/// calls in ``LanguageModelSession/Turn/pendingCalls``. ``LanguageModelSession/turn(resuming:metadata:onEvent:)``
/// continues it, also in another process that loaded the transcript.
public protocol SuspendingTool: Tool {
    /// Returns the way in which this call gets its output; called once the arguments fit.
    func execution(for arguments: Arguments) -> ToolExecution
}
