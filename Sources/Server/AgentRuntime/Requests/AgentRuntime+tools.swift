import Accounts
import AgentTools
import AgentWire
import LanguageModels
import StreamingJSON

extension AgentRuntime {
    /// The most unknown names that an error lists.
    private static let mostUnknownNames = 5

    /// Returns the tools of a turn: those that the request names, or all that its client may call.
    ///
    /// A model calls no tool that the client may not call itself.
    ///
    /// - Parameters:
    ///   - pointer: The place of the names in the client's body, as a JSON pointer.
    ///   - toolbox: The tools of the client's devices; `nil` for none.
    /// - Throws: ``Problem`` when a named tool is unknown, or the client may not call it.
    func tools(
        _ names: [String]?,
        for client: Principal,
        at pointer: String,
        with toolbox: ClientToolbox? = nil
    ) throws(Problem) -> ToolRegistry {
        let tools = toolbox?.registry(with: toolCatalog) ?? tools
        guard let names else {
            return tools.narrowed { (tool: any AgentTool) in client.missingScope(for: tool) == nil }
        }
        let unknown = names.filter { tools.tool(named: $0) == nil }
        guard unknown.isEmpty else {
            let more = unknown.count > Self.mostUnknownNames ? " and \(unknown.count - Self.mostUnknownNames) more" : ""
            let names = unknown.prefix(Self.mostUnknownNames).map { $0.excerpt() }.joined(separator: ", ") + more
            throw Problem(
                .invalidRequest,
                detail: "there is no tool named \(names); GET /v1/tools lists them",
                faults: [.init(pointer: pointer, detail: "unknown: \(names)")]
            )
        }
        let wanted = names.compactMap { tools.tool(named: $0) }
        // The client may read on in the output of any tool that it may call.
        let missing = wanted.lazy.filter { $0.name != ReadOn.toolName }.compactMap { client.missingScope(for: $0) }
        if let scope = missing.first {
            throw Problem(
                .forbidden,
                detail: "this token does not have the scope '\(scope)'; ask the operator for one that does"
            )
        }
        return tools.narrowed(to: wanted.map(\.name))
    }
}
