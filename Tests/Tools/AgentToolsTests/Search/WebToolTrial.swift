import AgentTools
import LanguageModels
import StreamingJSON
import Testing

/// A call of a tool with upstreams, as the runtime makes it, with its result.
struct WebToolTrial {
    /// The output without the fences around others' text.
    var unfenced: String { text.withoutFences }

    let text: String
    let isError: Bool
    let artifacts: [ToolArtifact]

    init(_ tool: any AgentTool, _ arguments: JSONValue, locale: String = "en", timeZone: String = "UTC") async throws {
        let outcome = try await ToolRegistry([tool]).call(
            tool.name,
            arguments: arguments,
            metadata: [
                "locale": GeneratedContent(locale), "time_zone": GeneratedContent(timeZone),
                "now": GeneratedContent("2026-11-21T01:00:00Z"),
            ]
        )
        text = outcome.output.segments.map { segment in
            if case .text(let text) = segment { text.content } else { "" }
        }.joined()
        isError = outcome.isError
        artifacts = outcome.artifacts
        #expect(artifacts.allSatisfy { tool.artifactTypes.contains($0.type) })
    }
}

extension String {
    /// The text without the fence lines of quotations, as the built-in model passes it on.
    var withoutFences: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("--- begin quoted text ") && !$0.hasPrefix("--- end quoted text ") }
            .joined(separator: "\n")
    }
}
