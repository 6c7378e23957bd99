/// The settings of one request.
package struct MCPCallOptions: Sendable {
    /// The time limit, with all answers and repetitions.
    package var deadline: Duration
    /// The arguments that the tool wants as header fields.
    var headers: [ToolHeader] = []
    /// Whether a repetition has no further effect.
    package var isRepeatable: Bool
    /// Answers the questions of the server about this request; `nil` for the connection's handler.
    package var elicitation: MCPElicitation?
    /// Receives the progress from 0 to 1, if it is known, and a note.
    package var onProgress: (@Sendable (Double?, String?) -> Void)?

    /// Makes settings.
    package init(
        deadline: Duration = .seconds(60),
        isRepeatable: Bool = false,
        elicitation: MCPElicitation? = nil,
        onProgress: (@Sendable (Double?, String?) -> Void)? = nil
    ) {
        (self.deadline, self.isRepeatable) = (deadline, isRepeatable)
        (self.elicitation, self.onProgress) = (elicitation, onProgress)
    }
}
