import LanguageModels

/// A tool that searches the web and returns structured content to the model.
struct WebSearchTool: Tool {
    let name = "searchWeb"
    let description = "Search the web for current information"
    let search: @Sendable (String, Int) async throws -> [(title: String, url: String)]

    @Generable
    struct Arguments {
        @Guide(description: "The query")
        var query: String
        @Guide(description: "How many results", .minimum(1), .maximum(10))
        var count: Int?
    }

    func call(arguments: Arguments) async throws -> GeneratedContent {
        let hits = try await search(arguments.query, arguments.count ?? 3)
        return GeneratedContent(properties: [
            "query": arguments.query,
            "results": hits.map { hit in
                GeneratedContent(properties: ["title": hit.title, "url": hit.url])
            },
            "total": hits.count,
        ])
    }
}

/// The same tool with a schema that is known only at run time.
struct RuntimeSearchTool: Tool {
    let name: String
    let description = "Search one of the sources"
    let parameters: GenerationSchema

    init(name: String, sources: [String]) throws {
        self.name = name
        parameters = try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "SearchArguments",
                properties: [
                    .init(name: "source", schema: DynamicGenerationSchema(name: "Source", anyOf: sources)),
                    .init(name: "query", schema: DynamicGenerationSchema(type: String.self)),
                    .init(
                        name: "tags",
                        schema: DynamicGenerationSchema(
                            arrayOf: DynamicGenerationSchema(type: String.self),
                            maximumElements: 3
                        ),
                        isOptional: true
                    ),
                ]
            ),
            dependencies: []
        )
    }

    func call(arguments: GeneratedContent) async throws -> String {
        let source = try arguments.value(String.self, forProperty: "source")
        let tags = try arguments.value([String]?.self, forProperty: "tags")
        return "\(source): \(try arguments.value(String.self, forProperty: "query")) \(tags ?? [])"
    }
}

/// A question that needs the web.
func research(_ question: String, tools: [any Tool]) async throws -> (answer: String, calls: [String]) {
    let session = LanguageModelSession(tools: tools, instructions: "Search before you answer.")
    let response = try await session.respond(to: question)
    var calls: [String] = []
    for case .toolCalls(let entry) in session.transcript {
        calls += entry.map { "\($0.toolName) \($0.arguments.jsonString)" }
    }
    return (response.content, calls)
}
