import AgentTools
import JSONSchema
import LanguageModels
import ToolPhrases
import StreamingJSON
import Synchronization

/// A tool of another server.
struct MCPTool: AgentTool {
    /// Arguments of any form, which the definition's schema checks.
    struct Arguments: Generable {
        let generatedContent: GeneratedContent

        init(_ content: GeneratedContent) throws { generatedContent = content }

        // Not used, because the tool has a schema of its own.
        static var generationSchema: GenerationSchema { String.generationSchema }
    }

    let definition: MCPToolDefinition
    let declaration: MCPServerDeclaration
    let connection: MCPConnection

    var name: String { definition.name }
    var description: String { definition.description }
    var parameters: GenerationSchema { definition.parameters }
    var argumentSchema: JSONValue { definition.argumentSchema }
    var exposure: ToolExposure { .automatic }
    var deadline: Duration { declaration.deadline }
    var outputBudget: Int? { declaration.outputBudget }
    var isIdempotent: Bool { definition.isIdempotent || isReadOnly }
    var artifactTypes: [String] { MCPToolResult.artifactTypes }

    /// Whether a person must approve a call: always, unless the operator or the server says that the tool only reads.
    var isDestructive: Bool {
        declaration.approve.contains(definition.serverName) || !isReadOnly
    }

    var data: ToolData { declaration.data }
    var isReadOnly: Bool { declaration.readOnly.contains(definition.serverName) || definition.isReadOnly }

    // Without phrases the built-in model never calls it.
    var phrases: ToolPhrases {
        ToolPhrases(tool: name, effect: isReadOnly ? .reads : .changes, examples: [:], isPublic: true, phrases: [])
    }

    func question(for arguments: Arguments, caller: Caller) -> String {
        let json = QuotedWords.json(arguments.generatedContent.jsonValue)
        return caller.text(
            "Run \(name) of the server \(declaration.name) with \(json)?",
            "サーバー \(declaration.name) の \(name) を \(json) で実行しますか？"
        )
    }

    @concurrent func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let value = arguments.generatedContent.jsonValue
        guard let object = value.objectValue else { throw ToolFailure("The arguments of \(name) must be an object.") }
        if let fault = fault(in: value) { throw ToolFailure("The arguments do not fit \(name): \(fault)") }
        let asked = AskedQuestions()
        let context = ToolCallContext.current
        var call = MCPCallOptions(
            deadline: deadline,
            isRepeatable: isReadOnly || definition.isIdempotent,
            elicitation: { asked.decline($0) },
            onProgress: { context?.report(progress: $0, note: $1) }
        )
        call.headers = definition.headers
        do {
            let params: JSONObject = ["name": .string(definition.serverName), "arguments": .object(object)]
            let result = MCPToolResult(
                try await connection.request("tools/call", params, call),
                of: declaration.name,
                asked: asked.all,
                schema: definition.outputSchema
            )
            guard !result.isError else { throw ToolFailure(result.text) }
            for artifact in result.artifacts { context?.attach(artifact) }
            return result.text
        } catch let failure as MCPFailure {
            throw ToolFailure(failure.text(for: caller))
        }
    }

    private func fault(in value: JSONValue) -> String? {
        do {
            return try definition.inputSchema.validate(value).prefix(3).map(\.message).joined(separator: " ").nonEmpty
        } catch {
            return "they could not be checked against the schema."
        }
    }
}

/// The questions that a server asked during a call, all of which are declined because no person can answer.
private final class AskedQuestions: Sendable {
    private let questions = Mutex<[String]>([])

    var all: [String] { questions.withLock { $0 } }

    func decline(_ params: JSONObject) -> JSONObject {
        let text = params["message"]?.stringValue ?? ""
        questions.withLock { if $0.count < 5 { $0.append(text) } }
        return MCPElicitationAnswer.decline
    }
}

extension String {
    /// The text, or `nil` if it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
