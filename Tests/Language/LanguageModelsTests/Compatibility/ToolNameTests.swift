import LanguageModels
import Testing

/// Tools with names found in real code: a sentence in Japanese, a type's name, words with spaces.
///
/// `ToolNameDialectTests` checks the encoding of such a name for each provider that refuses it.
@Suite(.timeLimit(.minutes(1))) struct ToolNameTests {
    private struct NamedTool: Tool {
        let name: String
        let description = "Answers."

        func call(arguments: Question) async throws -> String { "\(name): \(arguments.text)" }
    }

    private static let names = ["連絡先を見つける", "カレンダーイベントを取得する。", "Find a book", "find_book", "📚"]

    @Test func aSessionKeepsEveryNameAsItIs() async throws {
        let calls: ScriptedModel.Round = { request, channel in
            for (index, tool) in request.enabledToolDefinitions.enumerated() {
                await ScriptedModel.send(call: "\(index)", tool.name, #"{"text":"?"}"#, to: channel)
            }
        }
        let model = ScriptedModel([calls, ScriptedModel.text("done")])
        let session = LanguageModelSession(model: model, tools: Self.names.map { NamedTool(name: $0) })
        try await session.respond(to: "All of them")
        let outputs = session.transcript.compactMap { entry -> String? in
            if case .toolOutput(let output) = entry { "\(output.toolName) \(output.segments.text)" } else { nil }
        }
        #expect(outputs == Self.names.map { "\($0) \($0): ?" })
    }
}

@Generable
private struct Question { var text: String }
