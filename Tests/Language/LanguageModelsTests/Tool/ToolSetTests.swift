import LanguageModels
import StreamingJSON
import Testing

@Suite struct ToolSetTests {
    private struct Names: Sendable { let all: [String] }

    private static func tool(_ name: String) -> Transcript.ToolDefinition {
        .init(name: name, description: "", parameters: GenerationSchema(jsonSchema: ["type": "object"]))
    }

    private let set = ToolSet([Self.tool("one"), Self.tool("two")])

    @Test func aFormIsMadeOnce() {
        var count = 0
        for _ in 0..<3 {
            let names = set.form { definitions in
                count += 1
                return Names(all: definitions.map(\.name))
            }
            #expect(names.all == ["one", "two"])
        }
        #expect(count == 1)
    }

    @Test func aRequestWithOtherToolsHasNoSet() {
        var request = LanguageModelExecutorGenerationRequest(transcript: Transcript())
        #expect(request.toolSet == nil)
        request.toolSet = set
        #expect(request.enabledToolDefinitions == set.definitions)
        let changes: [(inout LanguageModelExecutorGenerationRequest) -> Void] = [
            { $0.enabledToolDefinitions.append(Self.tool("three")) }, { $0.enabledToolDefinitions.removeLast() },
            { $0.enabledToolDefinitions[1].description = "Does more." },
            { $0.enabledToolDefinitions = [Self.tool("one"), Self.tool("two")] }, { $0.toolSet = nil },
        ]
        for change in changes {
            var changed = request
            #expect(changed.toolSet === set)
            change(&changed)
            #expect(changed.toolSet == nil)
        }
        #expect(set.definitions.map(\.name) == ["one", "two"])
    }
}
