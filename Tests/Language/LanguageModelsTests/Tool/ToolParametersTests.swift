import LanguageModels
import StreamingJSON
import Synchronization
import Testing

@Suite struct ToolParametersTests {
    private static let timesAsked = Mutex(0)

    private struct Arguments: Generable {
        var content: GeneratedContent

        static var generationSchema: GenerationSchema {
            timesAsked.withLock { $0 += 1 }
            return GenerationSchema(type: Arguments.self, properties: [.init(name: "city", type: String.self)])
        }

        init(_ content: GeneratedContent) throws { self.content = content }

        var generatedContent: GeneratedContent { content }
    }

    private struct Weather: Tool {
        let description = "The weather"

        func call(arguments: Arguments) async throws -> String { "fine" }
    }

    @Test func theSchemaOfATypeIsComputedOnce() {
        for _ in 0..<3 { #expect(Weather().parameters.jsonValue["properties"]?["city"]?["type"] == "string") }
        #expect(Self.timesAsked.withLock { $0 } == 1)
    }
}
