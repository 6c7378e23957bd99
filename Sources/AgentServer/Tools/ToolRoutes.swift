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
                    isDestructive: tool.isDestructive
                )
                .jsonValue
            }
            return Response.json(["tools": .array(tools)])
        }
    }
}
