import AgentTools
import AgentWire
import Logging
import ModelProviders

extension Services {
    /// Logs each tool that requests to a model leave out, once.
    static func logExcludedTools(_ logger: Logger) {
        RemedyMemory.shared.observeExclusions { tool in
            let reason =
                switch tool.reason {
                case .schema: "Its schema cannot be fitted to the provider"
                case .refused: "The provider refuses requests that offer it"
                case .tooMany: "The provider accepts fewer tools"
                }
            logger.warning(
                "A tool is left out of requests to a model. \(reason).",
                metadata: ["tool": "\(tool.tool)", "model": "\(tool.model)", "host": "\(tool.host)"]
            )
        }
    }

    /// Returns the server's tools that requests left out so far, for administrators.
    ///
    /// Those that clients send with their requests are left to the log: they are not the server's, and their names are the clients' words.
    static func leftOutTools(of registry: ToolRegistry) -> [WireLeftOutTool] {
        let names = Set(registry.names)
        return RemedyMemory.shared.excludedTools.filter { names.contains($0.tool) }
            .map {
                WireLeftOutTool(
                    tool: $0.tool,
                    model: $0.model,
                    host: $0.host,
                    reason: WireLeftOutTool.Reason($0.reason)
                )
            }
    }
}

extension WireLeftOutTool.Reason {
    fileprivate init(_ reason: ExcludedTool.Reason) {
        self =
            switch reason {
            case .schema: .schema
            case .refused: .refused
            case .tooMany: .tooMany
            }
    }
}
