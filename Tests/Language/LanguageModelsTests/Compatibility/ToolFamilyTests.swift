import LanguageModels
import Synchronization
import Testing

/// A tool named by its type, with its own arguments and output types.
private struct FindBooksTool: Tool {
    let description = "Finds books in the library."

    @Generable
    struct Arguments {
        @Guide(description: "Words of the title") var query: String
        @Guide(description: "How many at most", .range(1...3)) var limit: Int?
        var genre: Genre
    }

    @Generable
    enum Genre: String { case novel, poetry }

    @Generable
    struct Book: Equatable {
        var title: String
        var genre: Genre
    }

    func call(arguments: Arguments) async throws -> [Book] {
        (0..<(arguments.limit ?? 1)).map { Book(title: "\(arguments.query) \($0)", genre: arguments.genre) }
    }
}

/// A tool with a Japanese name, as in code whose tools Siri lists.
private final class WeatherTool: Tool {
    let name = "天気を調べる"
    let description = "指定した都市の天気を調べる。"
    let includesSchemaInInstructions = false

    @Generable
    struct Arguments { var city: String }

    @concurrent
    func call(arguments: Arguments) async throws -> some PromptRepresentable {
        Prompt {
            "Weather in \(arguments.city)"
            "Sunny"
        }
    }
}

/// A tool whose arguments are known only at run time.
private struct FormTool: Tool {
    let name = "fillForm"
    let description = "Fills a form."
    let parameters: GenerationSchema

    init(fields: [String]) throws {
        let text = DynamicGenerationSchema(type: String.self)
        parameters = try GenerationSchema(
            root: .init(name: "Form", properties: fields.map { .init(name: $0, schema: text) }),
            dependencies: []
        )
    }

    func call(arguments: GeneratedContent) async throws -> GeneratedContent {
        GeneratedContent(properties: ["filled": arguments, "count": 2])
    }
}

private struct ClockTool: Tool {
    let name = "clock"
    let description = "Tells the time."

    @Generable
    struct Arguments {}

    func call(arguments: Arguments) async throws -> String { "12:00" }
}

/// A tool on the main actor, like those of system frameworks.
@MainActor
private final class CounterTool: Tool {
    nonisolated let name = "count"
    nonisolated let description = "Counts."
    private(set) var total = 0

    @Generable
    struct Arguments { var by: Int }

    nonisolated func call(arguments: Arguments) async throws -> Int { await add(arguments.by) }

    private func add(_ number: Int) -> Int {
        total += number
        return total
    }
}

private struct FailingTool: Tool {
    struct NoNetwork: Error {}
    let name = "fail"
    let description = "Fails."

    @Generable
    struct Arguments {}

    func call(arguments: Arguments) async throws -> String { throw NoNetwork() }
}

extension SessionPropertyValues {
    @SessionPropertyEntry var stampCount = 0
}

private struct StampTool: Tool {
    let name = "stamp"
    let description = "Stamps."
    @SessionProperty(\.stampCount) var stampCount

    @Generable
    struct Arguments {}

    func call(arguments: Arguments) async throws -> String {
        stampCount += 1
        return "\(stampCount)"
    }
}

/// Tools (reference §2.7).
@Suite(.timeLimit(.minutes(1))) struct ToolFamilyTests {
    private static func outputs(_ session: LanguageModelSession) -> [Transcript.ToolOutput] {
        session.transcript.compactMap { if case .toolOutput(let output) = $0 { output } else { nil } }
    }

    @Test func aToolIsDescribedByItsTypeAndItsArguments() {
        let tool = FindBooksTool()
        #expect(tool.name == "FindBooksTool")
        #expect(tool.includesSchemaInInstructions)
        #expect(!WeatherTool().includesSchemaInInstructions)
        #expect(tool.parameters == FindBooksTool.Arguments.generationSchema)
        #expect(tool.parameters.debugDescription.contains(#""minimum":1,"maximum":3,"description":"How many at most""#))
        let definition = Transcript.ToolDefinition(tool: tool)
        #expect(definition.name == "FindBooksTool")
        #expect(definition.description == "Finds books in the library.")
    }

    @Test func theCallsOfARoundRunAndTheirOutputsAreWhatTheyReturned() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(
                (id: "1", name: "FindBooksTool", arguments: #"{"query":"sea","limit":2,"genre":"poetry"}"#),
                (id: "2", name: "天気を調べる", arguments: #"{"city":"Nara"}"#),
                (id: "3", name: "fillForm", arguments: #"{"name":"Ada","city":"Uji"}"#),
                (id: "4", name: "clock", arguments: "{}")
            ),
            ScriptedModel.text("done"),
        ])
        let tools: [any Tool] = [FindBooksTool(), WeatherTool(), try FormTool(fields: ["name", "city"]), ClockTool()]
        let session = LanguageModelSession(model: model, tools: tools, instructions: "Use tools.")
        let response = try await session.respond(to: "Go")
        #expect(response.content == "done")
        #expect(model.requests[0].enabledToolDefinitions == tools.map { Transcript.ToolDefinition(tool: $0) })
        #expect(
            Self.outputs(session).map(\.segments.text) == [
                #"[{"title":"sea 0","genre":"poetry"},{"title":"sea 1","genre":"poetry"}]"#,
                "Weather in Nara\nSunny", #"{"filled":{"name":"Ada","city":"Uji"},"count":2}"#, "12:00",
            ]
        )
        guard case .structure(let books)? = Self.outputs(session)[0].segments.first else {
            Issue.record("no structure")
            return
        }
        #expect(try books.content.value([FindBooksTool.Book].self).map(\.title) == ["sea 0", "sea 1"])
        // The outputs are in the transcript of the next request.
        #expect(model.requests[1].transcript.count == 7)
    }

    @MainActor
    @Test func aToolMayLiveOnTheMainActor() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls((id: "1", name: "count", arguments: #"{"by":2}"#)),
            ScriptedModel.calls((id: "2", name: "count", arguments: #"{"by":3}"#)), ScriptedModel.text("5"),
        ])
        let tool = CounterTool()
        try await LanguageModelSession(model: model, tools: [tool]).respond(to: "Count")
        #expect(tool.total == 5)
    }

    @Test func aToolsErrorReachesTheCallerWithTheTool() async throws {
        let model = ScriptedModel([ScriptedModel.calls((id: "1", name: "fail", arguments: "{}"))])
        let session = LanguageModelSession(model: model, tools: [FailingTool()])
        let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
            try await session.respond(to: "Go")
        }
        #expect(error?.tool.name == "fail")
        #expect(error?.underlyingError is FailingTool.NoNetwork)
        #expect(error?.errorDescription?.contains("fail") == true)
        #expect(session.transcript.count == 1)
        #expect(!session.isResponding)
    }

    @Test func argumentsThatDoNotFitAreExplainedToTheModel() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls((id: "1", name: "FindBooksTool", arguments: #"{"query":"sea","genre":"drama"}"#)),
            ScriptedModel.text("Sorry"),
        ])
        let session = LanguageModelSession(model: model, tools: [FindBooksTool()])
        #expect(try await session.respond(to: "Go").content == "Sorry")
        #expect(Self.outputs(session)[0].segments.text.contains("expected one of novel, poetry"))
    }

    @Test func toolsShareThePropertiesOfTheirSession() async throws {
        let stamp = ScriptedModel.calls((id: "1", name: "stamp", arguments: "{}"))
        let model = ScriptedModel([stamp, stamp, ScriptedModel.text("done")])
        let session = LanguageModelSession(model: model, tools: [StampTool()])
        try await session.respond(to: "Go")
        #expect(Self.outputs(session).map(\.segments.text) == ["1", "2"])
        #expect(session.properties.stampCount == 2)
    }

    /// A tool with a bare value as arguments has no default parameters: the compiler refuses it, as Apple's does.
    ///
    /// A tool that defines its parameters itself may have such arguments.
    @Test func aToolWithItsOwnParametersMayHaveABareValue() async throws {
        struct EchoTool: Tool {
            let name = "echo"
            let description = "Echoes."
            let parameters = GenerationSchema(type: String.self, anyOf: ["a", "b"])
            func call(arguments: String) async throws -> String { "echo \(arguments)" }
        }
        let model = ScriptedModel([
            ScriptedModel.calls((id: "1", name: "echo", arguments: #""a""#)), ScriptedModel.text("done"),
        ])
        let session = LanguageModelSession(model: model, tools: [EchoTool()])
        try await session.respond(to: "Go")
        #expect(Self.outputs(session).map(\.segments.text) == ["echo a"])
    }
}

/// Tools with a bare value as arguments and without parameters: the default is declared as unavailable, with the
/// reason.
@available(*, unavailable, message: "Names declarations that are unavailable.")
private enum BareValues {
    struct Text: Tool {
        let description = "Takes a text."
        func call(arguments: String) async throws -> String { arguments }
    }

    struct Number: Tool {
        let description = "Takes a number."
        func call(arguments: Int) async throws -> String { "\(arguments)" }
    }

    struct Flag: Tool {
        let description = "Takes a flag."
        func call(arguments: Bool) async throws -> String { "\(arguments)" }
    }
}
