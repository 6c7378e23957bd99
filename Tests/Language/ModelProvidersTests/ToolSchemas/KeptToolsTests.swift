import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

/// Requests whose set of tools is kept, which are the same bytes as requests whose tools are written for each of them.
@Suite struct KeptToolsTests {
    private static let wires: [Wire] = [
        .openAI, .compatible, .responses, .olderClaude, .newestClaude, .gemini("gemini-3.8-flash"), .ollama("qwen3"),
    ]

    private static func tool(_ name: String, _ schema: JSONObject) -> Transcript.ToolDefinition {
        .init(name: name, description: "Does \"\(name)\".", parameters: GenerationSchema(jsonSchema: schema))
    }

    private static let search = tool("search", ["type": "object", "properties": ["q": ["type": "string"]]])
    /// A name that most providers refuse.
    private static let contacts = tool("連絡先", ["type": "object", "properties": ["name": ["type": "string"]]])
    /// A schema that is lowered.
    private static let orders = tool(
        "orders",
        ["type": "object", "properties": ["id": ["type": "string", "pattern": "(?=a)b"]], "required": ["id"]]
    )
    /// So many bytes that they are worth a mark.
    private static let long = tool(
        "long",
        ["type": "object", "description": .string(String(repeating: "word ", count: 8_000))]
    )
    /// A schema that no provider accepts.
    private static let text = tool("text", ["type": "string"])

    private static let sets: [[Transcript.ToolDefinition]] = [
        [], [search], [search, contacts, orders], [search, text], [search, long],
        [search] + (0..<6).map { tool("more\($0)", ["type": "object", "properties": [:]]) },
    ]

    /// The names of earlier calls: of the tools, of others, and one that is the substitute of a tool's name.
    private static let called: [[String]] = [
        [], ["search", "連絡先", "gone"], ["予定"], [ToolNameMap(["連絡先"], rule: .openAI).wireName(of: "連絡先")],
    ]

    private static let choices: [GenerationOptions.ToolChoice] = [
        .allowed, .disallowed, .required, .named("search"), .among(["search", "連絡先"], isRequired: false),
    ]

    private static func rules(_ wire: Wire) -> ToolRules {
        switch wire {
        case .openAI, .compatible, .responses: ToolRules(names: .openAI, mostTools: 4)
        case .anthropic: ToolRules(names: .anthropic, propertyNames: .ascii(punctuation: [], maximumLength: 64))
        case .gemini: ToolRules(names: .gemini)
        case .ollama: ToolRules(names: .ollama)
        }
    }

    private static func request(
        _ tools: [Transcript.ToolDefinition],
        after called: [String],
        _ choice: GenerationOptions.ToolChoice,
        marks: [GenerationOptions.CacheMark] = []
    ) -> LanguageModelExecutorGenerationRequest {
        let question: [Transcript.Segment] = [.text(.init(content: "Who?"))]
        var entries: [Transcript.Entry] = [
            .instructions(.init(segments: [], toolDefinitions: tools)), .prompt(.init(segments: question)),
        ]
        for name in called {
            let arguments = GeneratedContent(properties: ["what": "it"])
            let call = Transcript.ToolCall(id: "call", toolName: name, arguments: arguments)
            entries.append(.toolCalls(.init([call])))
            entries.append(.toolOutput(.init(id: "call", toolName: name, segments: question)))
        }
        var request = LanguageModelExecutorGenerationRequest(
            transcript: Transcript(entries: entries),
            enabledTools: tools
        )
        request.generationOptions.toolChoice = choice
        request.generationOptions.details.cacheMarks = marks
        return request
    }

    /// A request as it is sent, or the error for what the interface refuses.
    private struct Sent: Equatable {
        var body: String
        var names: ToolNameMap
        var excluded: [ExcludedTool]

        init(_ request: LanguageModelExecutorGenerationRequest, by wire: Wire) {
            let memory = RemedyMemory()
            let rules = KeptToolsTests.rules(wire)
            let fitting = ToolFitting(rules: rules, baseURL: "https://a.example/v1", model: "m", memory: memory)
            let (round, names) = fitting.fit(request)
            do { body = try wire.body(round).serialized() } catch { body = "\(error)" }
            (self.names, excluded) = (names, memory.excludedTools)
        }
    }

    @Test(arguments: sets) func bodiesDoNotDependOnWhatIsKept(tools: [Transcript.ToolDefinition]) {
        let set = ToolSet(tools)
        var faults: [String] = []
        for wire in Self.wires {
            for called in Self.called {
                for choice in Self.choices {
                    // A mark changes the last tool where the interface has marks.
                    let marks: [GenerationOptions.CacheMark] = choice == .allowed ? [.init(.tools)] : []
                    let request = Self.request(tools, after: called, choice, marks: marks)
                    var kept = request
                    kept.toolSet = set
                    let sent = Sent(request, by: wire)
                    // The first makes the forms, the second finds them.
                    for _ in 0..<2 where Sent(kept, by: wire) != sent {
                        faults.append("\(wire.testDescription), \(called), \(choice)")
                    }
                    let isOffered = choice == .allowed && !tools.isEmpty
                    if isOffered, !sent.body.contains(#""search""#) { faults.append(sent.body) }
                }
            }
        }
        #expect(faults.isEmpty)
    }

    @Test func aRefusedToolIsLeftOut() {
        let memory = RemedyMemory()
        let place = RemedyMemory.Place(baseURL: "https://a.example/v1", model: "m")
        let fitting = ToolFitting(
            rules: ToolRules(names: .openAI),
            baseURL: place.baseURL,
            model: place.model,
            memory: memory
        )
        var request = Self.request([], after: [], .allowed)
        request.toolSet = ToolSet([Self.search, Self.orders])
        #expect(fitting.fit(request).round.enabledToolDefinitions.map(\.name) == ["search", "orders"])
        memory.refuse("search", Self.search.parameters.jsonValue, at: place)
        #expect(fitting.fit(request).round.enabledToolDefinitions.map(\.name) == ["orders"])
    }
}
