import AgentTools
import AgentWire
import LanguageModels
import StreamingJSON

/// What a client's answers to calls come to: for its own tools what it gave, and for those of the server's whose calls it makes
/// the server's words for that.
///
/// The client's own data of the latter goes no further than here: neither a model nor the store gets it.
struct ClientToolAnswers: Sendable {
    /// The tools of the turn.
    let tools: ToolRegistry
    /// What the client said of its tools.
    let clientTools: [ClientTool]
    /// For whom the answers are worded.
    let caller: Caller

    /// The tool of the server's that the client offers to make the calls of, by name.
    private func offered(_ name: String) -> (any ClientCapableTool)? {
        guard clientTools.contains(where: { $0.name == name }) else { return nil }
        return tools.tools.first { $0.name == name } as? any ClientCapableTool
    }

    /// The tool as the client makes its calls; `nil` when the server makes them, because it can or the client does not offer to.
    func executedByClient(_ name: String) -> (any Tool)? {
        guard let tool = offered(name), tool.runsOnClient else { return nil }
        return Self.executedByClient(tool)
    }

    private static func executedByClient(_ tool: some ClientCapableTool) -> any Tool { tool.executedByClient }

    /// An output as data: chat completions have text alone, so an object or a list comes as its JSON text.
    private static func data(of output: JSONValue) -> JSONValue {
        guard case .string(let text) = output, let data = try? JSONValue(parsing: text) else { return output }
        switch data {
        case .object, .array: return data
        default: return output
        }
    }

    /// The faults of an output, by their places in it: of the shape that the client has declared for its tool, or the server for its own.
    func faults(in output: JSONValue, of tool: String) -> [WireError.Fault] {
        if let offered = offered(tool) {
            let output = Self.data(of: output)
            if case .string = output, offered.acceptsClientText { return [] }
            return ClientTool.faults(in: output, against: offered.clientOutput)
        }
        guard let schema = clientTools.first(where: { $0.name == tool })?.output else { return [] }
        return ClientTool.faults(in: output, against: schema)
    }

    /// The answer to a call of one of the server's tools as the model gets it; `nil` for a tool of the client's own.
    ///
    /// - Parameter answer: What the client answered; `nil` for nothing in time.
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
