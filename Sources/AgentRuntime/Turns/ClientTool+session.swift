import AgentTools
import AgentWire
import JSONSchema
import LanguageModels
import StreamingJSON

extension TurnRequest.Dialect {
    /// Whether the client gets a call of its tools as the model writes it: piece by piece, and whatever the arguments are.
    ///
    /// Pieces that were sent cannot be taken back. So a dialect that has them gets what the model wrote, as from a provider itself, whether
    /// or not its reader wants a stream. The native dialect has whole calls, and a call whose arguments do not fit is the model's to mend.
    var streamsCalls: Bool { self != .native }
}

extension ClientTool {
    /// The tools that only the client has, as a session offers them to the model.
    ///
    /// One of a name that the server has a ``ClientCapableTool`` of is not among them: it offers to make that tool's calls, which
    /// ``ClientToolAnswers`` knows.
    ///
    /// - Throws: ``Problem`` with every schema that is none, and every name that one of the server's tools has, by their places in a body
    ///   of the dialect.
    static func externalTools(
        _ tools: [ClientTool],
        beside registry: ToolRegistry,
        in dialect: TurnRequest.Dialect
    ) throws(Problem) -> [ExternalTool] {
        var faults = FaultList()
        var external: [ExternalTool] = []
        for (index, tool) in tools.enumerated() {
            let place = dialect.pointer(toClientTool: index)
            let own = registry.tools.first { $0.name == tool.name }
            if own is any ClientCapableTool { continue }
            if own != nil {
                faults.append(
                    .init(pointer: "\(place)/name", detail: "the server has a tool of this name; use another")
                )
            }
            if let output = tool.output {
                do { _ = try JSONSchema(output) } catch {
                    faults.append(.init(pointer: "\(place)/output", detail: "\(error)"))
                }
            }
            do {
                _ = try JSONSchema(tool.parameters)
                let schema = try GenerationSchema(
                    root: DynamicGenerationSchema(jsonSchema: tool.parameters),
                    dependencies: []
                )
                external.append(
                    ExternalTool(
                        name: tool.name,
                        description: tool.description,
                        parameters: schema,
                        streamsCalls: dialect.streamsCalls
                    )
                )
            } catch {
                faults.append(.init(pointer: "\(place)/parameters", detail: "\(error)"))
            }
        }
        guard faults.isEmpty else {
            throw Problem(.invalidRequest, detail: faults.description, faults: faults)
        }
        return external
    }

    /// The faults of an output of a tool by the schema of its outputs, each with its place in the output.
    static func faults(in output: JSONValue, against schema: JSONValue) -> [WireError.Fault] {
        do {
            return try JSONSchema(schema).validate(output).map {
                .init(pointer: $0.instanceLocation, detail: $0.message)
            }
        } catch {
            return [.init(pointer: "", detail: "it could not be held against the tool's schema: \(error)")]
        }
    }
}
