/// A means to call tools outside a session, with a session's checks and error texts.
public struct ToolInvocation: Sendable {
    private let runner: ToolRunner

    /// Makes an invocation of these tools.
    ///
    /// - Parameters:
    ///   - metadata: The value of ``ToolCallContext/metadata`` for the tools.
    ///   - faultText: Returns the text for a call that could not be made.
    public init(
        tools: [any Tool],
        metadata: [String: GeneratedContent] = [:],
        faultText: @escaping @Sendable (ToolFault) -> String = { $0.description }
    ) {
        runner = ToolRunner(
            tools: tools,
            configuration: .init(toolErrorPolicy: .explainToModel, toolFaultText: faultText),
            metadata: metadata
        )
    }

    /// Makes one call; unknown tools, arguments that do not fit and failures become outcomes with an explanation.
    ///
    /// No approval is requested, because the caller's request counts as approval.
    ///
    /// - Throws: Only `CancellationError`.
    public func outcome(of call: Transcript.ToolCall) async throws -> ToolOutcome {
        try await runner.outcome(of: call)
    }

    /// Makes one call as ``outcome(of:)`` does, and emits its start, its progress and its end as they happen.
    ///
    /// If several progress reports arrive while `onEvent` runs, only the newest is emitted.
    ///
    /// - Throws: `CancellationError`; the error of `onEvent`, after cancelling the call.
    public func outcome(
        of call: Transcript.ToolCall,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> ToolOutcome {
        guard let outcome = try await runner.run([call], onEvent: onEvent).first else { throw CancellationError() }
        return outcome
    }
}
