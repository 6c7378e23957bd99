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

    /// Makes one call as ``outcome(of:)`` does, and tells its steps as they happen: its beginning, its progress, and its end.
    ///
    /// Of several reports of progress that come while `onEvent` is busy, only the newest is told.
    ///
    /// - Throws: `CancellationError`; what `onEvent` throws, after the call was cancelled.
    public func outcome(
        of call: Transcript.ToolCall,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> ToolOutcome {
        guard let outcome = try await runner.run([call], onEvent: onEvent).first else { throw CancellationError() }
        return outcome
    }
}
