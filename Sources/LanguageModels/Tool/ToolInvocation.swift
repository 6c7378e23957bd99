/// Calls a tool as a session would, outside any session.
public struct ToolInvocation: Sendable {
    private let runner: ToolRunner

    /// Prepares calls to these tools.
    ///
    /// - Parameter metadata: What the tools find in ``ToolCallContext/metadata``.
    public init(tools: [any Tool], metadata: [String: GeneratedContent] = [:]) {
        runner = ToolRunner(tools: tools, policy: .explainToModel, metadata: metadata)
    }

    /// Makes one call; an unknown tool, arguments that do not fit and failures are outcomes that explain themselves.
    ///
    /// - Throws: Only `CancellationError`.
    public func outcome(of call: Transcript.ToolCall) async throws -> ToolOutcome {
        let (_, steps) = AsyncStream<SessionEvent>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return try await runner.outcome(of: call, steps: steps)
    }
}
