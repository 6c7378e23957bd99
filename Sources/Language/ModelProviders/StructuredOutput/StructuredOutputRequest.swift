import LanguageModels
import StreamingJSON

/// Writes a round with a schema as the round of one rung.
struct StructuredOutputRequest {
    private let original: LanguageModelExecutorGenerationRequest
    private let schema: GenerationSchema
    private let abilities: StructuredOutputAbilities
    /// The name of the tool whose arguments are the answer.
    let answerTool: String

    /// The largest number of violations that a repair turn names.
    private static let mostViolations = 8

    init(
        _ original: LanguageModelExecutorGenerationRequest,
        schema: GenerationSchema,
        abilities: StructuredOutputAbilities
    ) {
        self.original = original
        self.schema = schema
        self.abilities = abilities
        let names = Set(original.enabledToolDefinitions.map(\.name))
        var (name, number) = ("final_answer", 1)
        while names.contains(name) {
            number += 1
            name = "final_answer_\(number)"
        }
        answerTool = name
    }

    /// Whether a request can require a call.
    var forcesCalls: Bool { abilities.forcesCalls }

    /// Whether the model may call tools in this round.
    var hasTools: Bool { !original.enabledToolDefinitions.isEmpty && mode(original) != .disallowed }

    /// The round that asks for the answer.
    func question(by rung: StructuredOutputRung) -> LanguageModelExecutorGenerationRequest { form(original, rung) }

    /// Returns the round that shows the model the violations in its answer and asks for another; it allows no calls.
    func repair(
        of answer: String,
        violations: [String],
        by rung: StructuredOutputRung
    ) -> LanguageModelExecutorGenerationRequest {
        var request = original
        request.id = UniqueID.uuid()
        request.generationOptions.toolChoice = .disallowed
        // Some interfaces refuse a message of white space only.
        if answer.contains(where: { !$0.isWhitespace }) {
            request.transcript.append(.response(.init(segments: [.text(.init(content: answer))])))
        }
        let list = violations.prefix(Self.mostViolations).map { "- \($0)" }.joined(separator: "\n")
        let message = """
            Your answer does not satisfy the JSON Schema that it must satisfy:
            \(list)
            Answer again with one JSON value that satisfies the schema. Keep what was right. Write nothing else.
            """
        request.transcript.append(.prompt(.init(segments: [.text(.init(content: message))])))
        return form(request, rung)
    }
}

extension StructuredOutputRequest {
    private func mode(
        _ request: LanguageModelExecutorGenerationRequest
    ) -> GenerationOptions.ToolCallingMode.Kind {
        request.generationOptions.toolCallingMode?.kind ?? .allowed
    }

    private func form(
        _ request: LanguageModelExecutorGenerationRequest,
        _ rung: StructuredOutputRung
    ) -> LanguageModelExecutorGenerationRequest {
        var request = request
        switch rung {
        case .strict, .described:
            // Tools that may not be called stay in the request, because some interfaces require those of earlier calls.
            if !abilities.isNativeBesideTools, mode(request) == .disallowed { request.enabledToolDefinitions = [] }
        case .tool:
            request.schema = nil
            // A required call precedes the answer.
            if mode(request) == .required { break }
            if mode(request) == .disallowed { request.enabledToolDefinitions = [] }
            request.enabledToolDefinitions.append(definition)
            request.generationOptions.toolCallingMode = abilities.forcesCalls ? .required : .allowed
            if case .among(let names) = request.generationOptions.details.tools {
                request.generationOptions.details.tools = .among(names + [answerTool])
            }
            if !abilities.forcesCalls {
                instruct(&request, "Give your final answer by calling the tool \(answerTool).")
            }
        case .prompted:
            request.schema = nil
            instruct(
                &request,
                """
                Give your final answer as one JSON value and nothing else: no words before or after it, no code fence. It must \
                satisfy this JSON Schema:
                \(OpenAISchema.parameters(schema).serialized())
                """
            )
        }
        return request
    }

    private var definition: Transcript.ToolDefinition {
        Transcript.ToolDefinition(
            name: answerTool,
            description: "Takes your final answer. Call it once, when you have all that the answer needs.",
            parameters: schema
        )
    }

    /// Appends a text to the instructions; many models read instructions only at the start.
    private func instruct(_ request: inout LanguageModelExecutorGenerationRequest, _ text: String) {
        let segment = Transcript.Segment.text(.init(content: text))
        if case .instructions(var instructions)? = request.transcript.first {
            instructions.segments.append(segment)
            request.transcript[request.transcript.startIndex] = .instructions(instructions)
        } else {
            request.transcript.insert(
                .instructions(.init(segments: [segment], toolDefinitions: request.enabledToolDefinitions)),
                at: request.transcript.startIndex
            )
        }
    }
}
