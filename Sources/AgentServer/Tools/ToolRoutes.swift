import AgentRuntime
import AgentTools
import AgentWire
import Hummingbird
import LanguageModels
import StreamingJSON

/// `GET /v1/tools`: the tools that are switched on.
struct ToolRoutes {
    let runtime: AgentRuntime

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.get("tools") { _, _ in
            let tools = runtime.tools.tools.map { tool in
                ToolDescription(
                    name: tool.name,
                    description: tool.description,
                    parameters: tool.parameters.jsonValue,
                    isDestructive: tool.isDestructive,
                    clientOutput: clientOutput(of: tool)
                )
                .jsonValue
            }
            return Response.json(["tools": .array(tools)])
        }
    }

    /// What a client gives back that makes the tool's calls; `nil` when the server makes them.
    private func clientOutput(of tool: any AgentTool) -> JSONValue? {
        guard let tool = tool as? any ClientCapableTool, tool.runsOnClient else { return Optional.none }
        return tool.clientOutput
    }
}
