import AgentTools
import AgentWire
import LanguageModels
import StreamingJSON

/// Turns a client's answers to calls into outputs for the model.
///
/// The output of a tool that only the client has stays unchanged. For a server's tool whose calls the client makes, the server writes the
/// output; the client's data for it reaches neither a model nor the store.
struct ClientToolAnswers: Sendable {
    /// The tools of the turn.
    let tools: ToolRegistry
    /// The client's declarations of its tools.
    let clientTools: [ClientTool]
    /// The caller, whose language the outputs use.
    let caller: Caller

    /// Returns the server's tool with a name whose calls the client offers to make.
    private func offered(_ name: String) -> (any ClientCapableTool)? {
        guard clientTools.contains(where: { $0.name == name }) else { return nil }
        return tools.tools.first { $0.name == name } as? any ClientCapableTool
    }

    /// Returns the tool in the form in which the client makes its calls; `nil` when the server makes them, because it can or the client
    /// does not offer it.
    func executedByClient(_ name: String) -> (any Tool)? {
        guard let tool = offered(name), tool.runsOnClient(for: caller) else { return nil }
        return Self.executedByClient(tool)
    }

    private static func executedByClient(_ tool: some ClientCapableTool) -> any Tool { tool.executedByClient }

    /// Returns an output as data.
    ///
    /// Chat completions only have text, so an object or a list arrives as its JSON text.
    private static func data(of output: JSONValue) -> JSONValue {
        guard case .string(let text) = output, let data = try? JSONValue(parsing: text) else { return output }
        switch data {
        case .object, .array: return data
        default: return output
        }
    }

    /// Returns the faults of an output, by their places in it, according to the schema of the client for its tool or of the server for
    /// its own.
    func faults(in output: JSONValue, of tool: String) -> [WireError.Fault] {
        if let offered = offered(tool) {
            let output = Self.data(of: output)
            if case .string = output, offered.acceptsClientText { return [] }
            return ClientTool.faults(in: output, against: offered.clientOutput)
        }
        guard let schema = clientTools.first(where: { $0.name == tool })?.output else { return [] }
        return ClientTool.faults(in: output, against: schema)
    }

    /// Returns the answer to a call of one of the server's tools in the model's form; `nil` for a tool of the client.
    ///
    /// - Parameter answer: The client's answer; `nil` when there was none in time.
    func worded(_ answer: CallAnswer?, to tool: String, _ arguments: JSONValue) -> CallAnswer? {
        guard let offered = offered(tool) else { return nil }
        let output: JSONValue? = if case .output(let output) = answer { Self.data(of: output) } else { nil }
        do {
            return .output(.string(try offered.text(ofClientOutput: output, arguments: arguments, for: caller)))
        } catch let failure as ToolFailure {
            return .failure(failure.message)
        } catch {
            return .failure(ToolFault.failedInside(tool: tool).text(for: caller))
        }
    }
}
