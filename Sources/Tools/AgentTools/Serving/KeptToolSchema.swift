import Synchronization

/// The schema of a tool's arguments, compiled when it is first needed and then kept.
///
/// A server starts without a direct call to any tool, and most tools of declared servers never have one.
final class KeptToolSchema: Sendable {
    private let tool: any AgentTool
    private let kept = Mutex<ToolSchema?>(nil)

    init(of tool: any AgentTool) { self.tool = tool }

    /// The schema.
    var schema: ToolSchema {
        kept.withLock { kept in
            if let kept { return kept }
            let made = ToolSchema(of: tool)
            kept = made
            return made
        }
    }
}
