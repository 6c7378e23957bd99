/// Calls a tool as a session would, outside any session.
public struct ToolInvocation: Sendable {
    private let runner: ToolRunner

    /// Prepares calls to these tools.
    ///
    /// - Parameters:
    ///   - metadata: What the tools find in ``ToolCallContext/metadata``.
    ///   - wordFault: What is said of a call that could not be made.
    public init(
        tools: [any Tool],
        metadata: [String: GeneratedContent] = [:],
        wordFault: @escaping @Sendable (ToolFault) -> String = { $0.description }
    ) {
        runner = ToolRunner(
            tools: tools,
            configuration: .init(toolErrorPolicy: .explainToModel, wordToolFault: wordFault),
            metadata: metadata
        )
    }

    /// Makes one call; an unknown tool, arguments that do not fit and failures are outcomes that explain themselves.
    ///
    /// Nobody is asked for approval: whoever makes the call here has given it.
    ///
    /// - Throws: Only `CancellationError`.
    public func outcome(of call: Transcript.ToolCall) async throws -> ToolOutcome {
        try await runner.outcome(of: call)
    }
}
