import AgentWire
import LanguageModels

extension WireToolCall {
    /// Makes the clients' form of a tool's outcome.
    init(_ outcome: ToolOutcome) {
        let parts = outcome.duration.components
        self.init(
            id: outcome.call.id,
            name: outcome.call.toolName,
            arguments: outcome.call.arguments.jsonValue,
            status: outcome.isError ? .failed : .completed,
            durationMilliseconds: Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000),
            summary: outcome.output.segments.text,
            artifacts: outcome.artifacts.map { WireArtifact($0) },
            isDeclined: outcome.isDeclined
        )
    }
}

extension WireArtifact {
    /// Makes the clients' form of a tool's data.
    init(_ artifact: ToolArtifact) { self.init(type: artifact.type, data: artifact.content.jsonValue) }
}

extension WireUsage {
    /// Makes the clients' form of a session's usage.
    init(_ usage: LanguageModelSession.Usage, cost: WireCost?) {
        self.init(
            inputTokens: usage.input.totalTokenCount,
            outputTokens: usage.output.totalTokenCount,
            cachedInputTokens: usage.input.cachedTokenCount,
            cacheWriteTokens: usage.input.writtenTokenCount,
            longCacheWriteTokens: usage.input.longWrittenTokenCount,
            reasoningTokens: usage.output.reasoningTokenCount,
            cost: cost
        )
    }
}
