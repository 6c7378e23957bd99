import Foundation
import LanguageModels
import Testing

/// An app's data, written as in code for 27.2: its declarations exist and are unavailable, with the reason.
@available(*, unavailable, message: "Names declarations that are unavailable.")
private struct Recording: DataAttachmentRepresentable {
    var bytes: Data

    init(_ attachment: Transcript.DataAttachment) throws { bytes = attachment.content }

    var transcriptRepresentation: Transcript.DataAttachment {
        .init(content: bytes, metadata: GeneratedContent(properties: ["seconds": 5]))
    }
}

/// An attribution, written as in code for 27.2.
@available(*, unavailable, message: "Names declarations that are unavailable.")
private struct Attribution: DataEntryRepresentable {
    var url: String

    init(_ entry: Transcript.DataEntry) throws { url = try entry.metadata.value(forProperty: "url") }

    var transcriptRepresentation: Transcript.DataEntry {
        .init(content: Data(), metadata: GeneratedContent(properties: ["url": url]))
    }
}

/// A citation in the form that works here.
@Generable
private struct Source: Equatable {
    var title: String
    var url: String
}

private struct SearchTool: Tool {
    let name = "search"
    let description = "Searches the web."
    @Generable struct Arguments { var query: String }

    func call(arguments: Arguments) async throws -> String {
        let hit = Source(title: arguments.query, url: "https://example.org/deer")
        ToolCallContext.current?.attach(ToolArtifact(type: "web.sources", content: hit.generatedContent))
        return "1 hit"
    }
}

/// Data beside an answer (reference §2.16): the types of 27.2 need Apple's type identifiers; their typical uses have
/// alternatives here.
@Suite(.timeLimit(.minutes(1))) struct DataFamilyTests {
    private static let source = Source(title: "Deer", url: "https://example.org/deer")

    /// Attributions of a web search by the provider.
    @Test func attributionsTravelInTheMetadataOfTheAnswer() async throws {
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.response(action: .appendText("Deer walk the streets.")))
                await channel.send(.response(action: .updateMetadata(["sources": [Self.source]])))
            }
        ])
        let session = LanguageModelSession(model: model)
        try await session.respond(to: "Nara?")
        let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(session.transcript))
        guard case .response(let response)? = stored.last else { Issue.record("no response"); return }
        #expect(try response.metadata["sources"]?.value([Source].self) == [Self.source])
    }

    /// Hits of a search by a tool, beside the text for the model.
    @Test func hitsOfAToolTravelAsArtifacts() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls((id: "1", name: "search", arguments: #"{"query":"Deer"}"#)),
            ScriptedModel.text("Found."),
        ])
        let session = LanguageModelSession(model: model, tools: [SearchTool()])
        let turn = try await session.turn(Prompt("Nara?")) { _ in }
        let artifact = try #require(turn.outcomes.first?.artifacts.first)
        #expect(artifact.type == "web.sources")
        #expect(try artifact.content.value(Source.self) == Self.source)
    }
}
