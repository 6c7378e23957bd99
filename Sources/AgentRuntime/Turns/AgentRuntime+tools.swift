import AgentTools
import AgentWire
import KeyVault
import LanguageModels

extension AgentRuntime {
    /// The tools of a turn: those that are asked for, or all that its client may call.
    ///
    /// What a client may not call itself, no model calls for it.
    ///
    /// - Throws: ``Problem`` when one that is asked for is not known, or not this client's to call.
    func tools(_ names: [String]?, for client: Client) throws(Problem) -> ToolRegistry {
        guard let names else { return tools.narrowed { client.may(.tool($0)) } }
        let unknown = names.filter { tools.tool(named: $0) == nil }
        guard unknown.isEmpty else {
            throw Problem(
                .invalidRequest,
                detail: "there is no tool named \(unknown.joined(separator: ", ")); GET /v1/tools lists them",
                faults: [.init(pointer: "#/tools", detail: "unknown: \(unknown.joined(separator: ", "))")]
            )
        }
        let wanted = names.compactMap { tools.tool(named: $0)?.name }
        // What was said by a tool that may be called may be read on.
        if let closed = wanted.first(where: { $0 != ReadOn.toolName && !client.may(.tool($0)) }) {
            throw Problem(
                .forbidden,
                detail: "this token does not have the scope '\(Scope.tool(closed))'; ask the operator for one that has"
            )
        }
        return tools.narrowed(to: wanted)
    }
}
