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
}
