import AgentWire
import LanguageModels

extension RunEvent {
    /// The events as clients see them, none for what is not shown to them.
    ///
    /// - Parameter growing: The answer as far as it has come, if it has a shape: then it is shown by its value and not by its text.
    static func events(for event: SessionEvent, _ growing: inout GrowingAnswer?) -> [RunEvent] {
        let told = RunEvent(event).map { [$0] } ?? []
        guard let grown = growing?.apply(event) else { return told }
        if case .textDelta = event { return grown }
        return grown + told
    }

    /// The event as clients see it; `nil` for what is not shown to them.
    init?(_ event: SessionEvent) {
        switch event {
        case .textDelta(let text):
            self = .messageDelta(text: text)
        case .toolStarted(let call):
            self = .toolStarted(call: call.id, name: call.toolName, arguments: call.arguments.jsonValue)
        case .toolProgress(let call, let fraction, let note):
            self = .toolProgress(call: call, fraction: fraction, note: note)
        case .toolFinished(let outcome):
            self = .toolFinished(WireToolCall(outcome))
        // What a model takes back or thinks is not part of the message; `message.completed` has the text that counts.
        case .textReplaced, .reasoningDelta:
            return nil
        // What is waited for is told once it is stored (`LiveRun.announce()`), and what the model is reminded of in which words is no part of the message.
        case .toolPending, .contextCompacted:
            return nil
        }
    }
}

extension WireToolCall {
    /// A tool's outcome as clients see it.
    init(_ outcome: ToolOutcome) {
        let parts = outcome.duration.components
        self.init(
            id: outcome.call.id,
            name: outcome.call.toolName,
            arguments: outcome.call.arguments.jsonValue,
            status: outcome.isError ? .failed : .completed,
            durationMilliseconds: Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000),
            summary: outcome.output.segments.text,
            artifacts: outcome.artifacts.map { WireArtifact($0) }
        )
    }
}

extension WireArtifact {
    /// A tool's data as clients see it.
    init(_ artifact: ToolArtifact) { self.init(type: artifact.type, data: artifact.content.jsonValue) }
}

extension WireUsage {
    /// What a session has used as clients see it.
    init(_ usage: LanguageModelSession.Usage) {
        self.init(inputTokens: usage.input.totalTokenCount, outputTokens: usage.output.totalTokenCount)
    }
}
