import AgentTools
import AgentWire
import JSONSchema
import LanguageModels
import StreamingJSON

extension TurnRequest.Dialect {
    /// Whether the client receives a call of its tools while the model writes it: piece by piece, with any arguments.
    ///
    /// Pieces that were sent cannot be withdrawn. A dialect with pieces therefore passes on what the model wrote, as a provider itself
    /// does, whether or not its reader wants a stream. The native dialect has whole calls, so the model can correct a call whose
    /// arguments do not fit.
    var streamsCalls: Bool { self != .native }
}

extension ClientTool {
    /// Returns the tools that only the client has, in the form in which a session offers them to the model.
    ///
    /// A tool with the name of one of the server's ``ClientCapableTool``s is not among them: with it the client offers to make that
    /// tool's calls, and ``ClientToolAnswers`` handles them.
    ///
    /// - Throws: ``Problem`` with every invalid schema, and every name that one of the server's tools has, by their places in a body of
    ///   the dialect.
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

    /// Returns the faults of a tool's output by its output schema, each with its place in the output.
    static func faults(in output: JSONValue, against schema: JSONValue) -> [WireError.Fault] {
        do {
            return try JSONSchema(schema).validate(output).map {
                .init(pointer: $0.instanceLocation, detail: $0.message)
            }
        } catch {
            return [.init(pointer: "", detail: "it could not be checked against the tool's schema: \(error)")]
        }
    }
}
