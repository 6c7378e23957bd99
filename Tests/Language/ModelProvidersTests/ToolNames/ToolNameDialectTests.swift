import FoundationEssentials
import LanguageModels
import StandIns
import StreamingJSON
import Testing

@testable import ModelProviders

/// Tools whose names most providers refuse, called in each dialect; the stand-ins refuse the names too.
@Suite(.timeLimit(.minutes(1))) struct ToolNameDialectTests {
    private struct Contacts: Tool {
        let name = "連絡先を見つける"
        let description = "Looks people up"
        let parameters = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["名前": ["type": "string"]], "required": ["名前"],
        ])

        func call(arguments: GeneratedContent) async throws -> String {
            "\(try arguments.value(String.self, forProperty: "名前")) is in."
        }
    }

    private struct Calendar: Tool {
        let name = "calendar.events"
        let description = ""
        let parameters = GenerationSchema(jsonSchema: ["type": "object", "properties": ["day": ["type": "string"]]])

        func call(arguments: GeneratedContent) async throws -> String { "Nothing planned." }
    }

    private struct Search: Tool {
        let name = "search"
        let description = "Searches"
        let parameters = GenerationSchema(jsonSchema: ["type": "object", "properties": ["q": ["type": "string"]]])

        func call(arguments: GeneratedContent) async throws -> String { "Found." }
    }

    private static let tools: [any Tool] = [Contacts(), Calendar(), Search()]

    /// Calls all offered tools in parallel, then answers with their outputs.
    private static let callsAll: OpenAIStandIn.Script = { request in
        guard request.toolOutputs.isEmpty else { return .text(request.toolOutputs.map(\.text).joined(separator: " ")) }
        guard !request.toolNames.isEmpty else { return .text("Nobody can tell.") }
        return .toolCalls(
            request.toolNames.prefix(3).map { .init($0, arguments: #"{"名前":"花子"}"#) },
            interleaved: true
        )
    }

    private func rule(_ dialect: Dialect) -> ToolNameRule {
        switch dialect {
        case .chat, .responses: .openAI
        case .anthropic: .anthropic
        case .gemini: .gemini
        case .ollama: .ollama
        }
    }

    private func calledTools(_ transcript: Transcript) -> [String] {
        transcript.flatMap { entry -> [String] in
            switch entry {
            case .toolCalls(let calls): calls.map(\.toolName)
            case .toolOutput(let output): [output.toolName]
            default: []
            }
        }
    }

    @Test(arguments: Dialect.allCases) func toolsAreCalledByNamesThatTheProviderAccepts(dialect: Dialect) async throws {
        let names = Self.tools.map(\.name)
        let answer = "花子 is in. Nothing planned. Found."
        try await dialect.with(script: Self.callsAll) { model, standIn in
            let session = LanguageModelSession(model: model, tools: Self.tools, instructions: "Use 連絡先を見つける.")
            #expect(try await session.respond(to: "Is Hanako in?").content == answer)
            #expect(calledTools(session.transcript) == names + names)

            // The same as after a restart, with one more tool in front of the others.
            let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(session.transcript))
            let later = LanguageModelSession(model: model, tools: Self.tools + [Weather()], transcript: stored)
            #expect(try await later.respond(to: "And now?").content == answer)
            #expect(calledTools(later.transcript) == names + names + names + names)

            let wireNames = names.map { ToolNameMap([$0], rule: rule(dialect)).wireName(of: $0) }
            #expect(standIn.requests.count == 4)
            for request in standIn.requests {
                let body = String(decoding: request.body, as: UTF8.self)
                for name in wireNames { #expect(body.contains("\"\(name)\""), "\(name)") }
                #expect(body.contains("\"連絡先を見つける\"") == (dialect == .ollama))
            }
        }
    }

    private struct Weather: Tool {
        let name = "天気"
        let description = "Current weather"
        let parameters = GenerationSchema(jsonSchema: ["type": "object", "properties": ["city": ["type": "string"]]])

        func call(arguments: GeneratedContent) async throws -> String { "Sunny." }
    }

    /// The conversation continues at another provider with another rule.
    @Test(arguments: Dialect.allCases) func aConversationChangesItsProvider(dialect: Dialect) async throws {
        try await Dialect.ollama.with(script: Self.callsAll) { model, _ in
            let session = LanguageModelSession(model: model, tools: Self.tools)
            _ = try await session.respond(to: "Is Hanako in?")
            let transcript = session.transcript
            try await dialect.with(script: Self.callsAll) { model, _ in
                // Without the tools, because earlier calls have names as well.
                let later = LanguageModelSession(model: model, transcript: transcript)
                let bare = try await later.respond(to: "Well?")
                #expect(bare.content == "Nobody can tell.")
                let withTools = LanguageModelSession(model: model, tools: Self.tools, transcript: transcript)
                let answer = try await withTools.respond(to: "Well?")
                #expect(answer.content == "花子 is in. Nothing planned. Found.")
            }
        }
    }

    @Test(arguments: Dialect.allCases) func callsMayBeRequiredAndAnswersHaveAShape(dialect: Dialect) async throws {
        let script: OpenAIStandIn.Script = { request in
            if request.toolOutputs.isEmpty, let name = request.toolNames.first, name != "final_answer" {
                return .toolCalls([.init(name, arguments: #"{"名前":"花子"}"#)])
            }
            let answer = #"{"name":"花子","age":36}"#
            return request.toolNames.contains("final_answer")
                ? .toolCalls([.init("final_answer", arguments: answer)]) : .text(answer)
        }
        let schema = GenerationSchema(jsonSchema: [
            "type": "object", "properties": ["name": ["type": "string"], "age": ["type": "integer"]],
            "required": ["name", "age"],
        ])
        try await dialect.with(script: script) { model, standIn in
            let session = LanguageModelSession(model: model, tools: [Contacts()])
            var options = GenerationOptions()
            // Ollama has no such option.
            options.toolCallingMode = dialect == .ollama ? .allowed : .required
            _ = try await session.turn(Prompt("Who?"), schema: schema, options: options) { _ in }
            #expect(calledTools(session.transcript) == [Contacts().name, Contacts().name])
            #expect(standIn.requests.count >= 2)
        }
    }

    @Test func theDescriptionContainsTheToolsOwnName() {
        let definitions = Self.tools.map { Transcript.ToolDefinition(tool: $0) }
        let request = LanguageModelExecutorGenerationRequest(transcript: Transcript(), enabledTools: definitions)
        let wireForm = ToolNameMap(request, rule: .openAI).wireForm(of: request)
        #expect(
            wireForm.enabledToolDefinitions.map(\.description) == [
                "連絡先を見つける: Looks people up", "calendar.events", "Searches",
            ]
        )
        #expect(ToolNameMap(request, rule: .ollama).wireForm(of: request).enabledToolDefinitions == definitions)
    }
}
