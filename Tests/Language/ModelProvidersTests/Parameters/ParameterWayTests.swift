import LanguageModels
import StandIns
import StreamingJSON
import Testing

@testable import ModelProviders

/// The way of parameters through the layers above the encoders: names of tools, structured answers, the router.
@Suite struct ParameterWayTests {
    private static func definition(_ name: String) -> Transcript.ToolDefinition {
        .init(name: name, description: "", parameters: .init(jsonSchema: ["type": "object", "properties": [:]]))
    }

    private func request(
        _ choice: GenerationOptions.ToolChoice,
        _ tools: [String],
        schema: GenerationSchema? = nil
    ) -> LanguageModelExecutorGenerationRequest {
        var options = GenerationOptions()
        options.toolChoice = choice
        return .init(
            transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Hi"))]))]),
            enabledTools: tools.map(Self.definition),
            schema: schema,
            generationOptions: options
        )
    }

    @Test(
        arguments: [.named("天気.get"), .among(["天気.get", "plain"], isRequired: false)]
            as [GenerationOptions.ToolChoice]
    ) func aChoiceNamesToolsAsTheWireDoes(choice: GenerationOptions.ToolChoice) {
        let request = request(choice, ["天気.get", "plain", "other"])
        let names = ToolNameMap(request, rule: .openAI)
        let wire = names.wireForm(of: request)
        let callable = wire.generationOptions.toolChoice.callable(of: wire.enabledToolDefinitions).map(\.name)
        #expect(callable == [names.wireName(of: "天気.get"), "plain"].prefix(callable.count).map { $0 })
        #expect(callable.count == choice.names?.count)
        #expect(!callable.contains("天気.get"))
    }

    private static let schema = GenerationSchema(jsonSchema: [
        "title": "Person", "type": "object", "properties": ["name": ["type": "string"]], "x-order": ["name"],
    ])

    private func requests(_ original: LanguageModelExecutorGenerationRequest) -> StructuredOutputRequest {
        StructuredOutputRequest(
            original,
            schema: Self.schema,
            abilities: .init(nativeRungs: [], isNativeBesideTools: true, forcesCalls: true)
        )
    }

    @Test func theAnswersToolIsAmongThoseThatMayBeCalled() {
        let round = requests(request(.among(["a"], isRequired: false), ["a", "b"], schema: Self.schema))
            .question(by: .tool)
        #expect(round.generationOptions.toolChoice == .among(["a", "final_answer"], isRequired: true))
        #expect(round.enabledToolDefinitions.map(\.name) == ["a", "b", "final_answer"])
    }

    @Test func aNamedCallPrecedesTheAnswer() {
        let round = requests(request(.named("a"), ["a", "b"], schema: Self.schema)).question(by: .tool)
        #expect(round.generationOptions.toolChoice == .named("a"))
        #expect(round.enabledToolDefinitions.map(\.name) == ["a", "b"])
    }

    @Test func aRepairCallsNoTool() {
        let original = request(.named("a"), ["a", "b"], schema: Self.schema)
        let repair = requests(original).repair(of: "{}", violations: ["no name"], by: .prompted)
        #expect(repair.generationOptions.toolChoice == .disallowed)
        let answer = requests(original).repair(of: "{}", violations: ["no name"], by: .tool)
        #expect(answer.generationOptions.toolChoice == .required)
        #expect(answer.enabledToolDefinitions.map(\.name) == ["final_answer"])
    }

    // MARK: The router

    /// A model that never answers, and reports the treatment of parameters by one wire format.
    private struct Member: LanguageModel, ParameterReporting {
        var wire: Wire
        var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling]) }
        var executorConfiguration: Int { 0 }

        func parameterReport(on parameters: GenerationParameters, answeredBy name: String?) -> ParameterReport {
            wire.table.report(on: parameters)
        }

        struct Executor: LanguageModelExecutor {
            init(configuration: Int) {}
            func respond(
                to request: LanguageModelExecutorGenerationRequest,
                model: Member,
                streamingInto channel: LanguageModelExecutorGenerationChannel
            ) async throws {}
        }
    }

    private static func router(_ wires: Wire...) -> RouterLanguageModel {
        let members = wires.map { RoutedModel($0.testDescription, Member(wire: $0)) }
        return RouterLanguageModel(members[0], Array(members.dropFirst()))
    }

    @Test func aRouterNamesWhatAnyOfItsMembersLeavesOut() {
        var options = GenerationOptions(temperature: 0.5)
        options.details.seed = 7
        options.details.topK = 5
        let router = Self.router(.openAI, .responses, .newestClaude)
        #expect(router.ignored(options) == ["temperature", "top_k", "seed"])
        #expect(router.ignored(options, answeredBy: "openAI") == ["top_k"])
        #expect(router.ignored(options, answeredBy: "responses") == ["top_k", "seed"])
    }

    @Test func aRouterPassesByAMemberThatRefuses() {
        var options = GenerationOptions()
        options.details.stop = ["END"]
        options.details.seed = 7
        let parameters = GenerationParameters(options)
        let router = Self.router(.responses, .openAI)
        let report = router.parameterReport(on: parameters, answeredBy: nil)
        #expect(report.error == nil)
        #expect(report.ignored.isEmpty)
        var stopping = request(.allowed, [])
        stopping.generationOptions = options
        #expect(router.order(for: stopping) == [1])
        #expect(router.order(for: request(.allowed, [])) == [0, 1])

        let refusing = Self.router(.responses, .responses)
        #expect(refusing.parameterReport(on: parameters, answeredBy: nil).error != nil)
        #expect(refusing.order(for: stopping) == [0, 1])
    }

    /// The models report the same about their parameters as the encoders do with them.
    @Test func everyModelReports() async throws {
        for dialect in Dialect.allCases {
            try await dialect.with(script: { _ in .text("") }) { model, _ in
                let reporting = try #require(model as? any ParameterReporting)
                var options = GenerationOptions()
                options.details.seed = 7
                let expected: [String] = dialect == .responses || dialect == .anthropic ? ["seed"] : []
                #expect(reporting.ignored(options) == expected)
            }
        }
    }
}
