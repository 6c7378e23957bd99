/// How a call comes to its output.
public enum ToolExecution: Sendable, Hashable {
    /// The session runs the tool.
    case immediate
    /// The session runs the tool once a person has approved the call.
    case afterApproval
    /// Someone else runs it, and resumes the session with the output.
    case external
}

/// A tool whose calls may have to wait: for a person's approval, or for an output from elsewhere.
///
/// A round with such calls ends the turn: the other calls are run and their outputs kept, and the session is suspended with the
/// rest in ``LanguageModelSession/Turn/pendingCalls``. It goes on with
/// ``LanguageModelSession/turn(resuming:metadata:onEvent:)``, also in another process that was given the transcript.
public protocol SuspendingTool: Tool {
    /// How this call comes to its output; asked once the arguments were found to fit.
    func execution(for arguments: Arguments) -> ToolExecution
}
