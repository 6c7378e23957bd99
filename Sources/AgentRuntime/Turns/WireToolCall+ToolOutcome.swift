import AgentWire
import LanguageModels

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
        self.init(
            inputTokens: usage.input.totalTokenCount,
            outputTokens: usage.output.totalTokenCount,
            cachedInputTokens: usage.input.cachedTokenCount,
            reasoningTokens: usage.output.reasoningTokenCount
        )
    }
}
