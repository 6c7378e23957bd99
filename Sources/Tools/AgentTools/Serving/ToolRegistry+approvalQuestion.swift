import LanguageModels
public import StreamingJSON

/// The calls that a person must approve, and the question that they are asked.
extension ToolRegistry {
    /// Whether calls of a tool wait for a person's approval, because the tool is destructive or the operator requires it for the tool or
    /// for one that it asks.
    public func needsApproval(_ tool: any AgentTool) -> Bool {
        tool.isDestructive
            || !approvals.isEmpty && ([tool.name] + tool.askedTools.map(\.name)).contains(where: approvals.contains)
    }

    /// Returns the question for a person before a call of a tool that needs approval; `nil` for other tools, and for a call that cannot be
    /// made.
    ///
    /// - Throws: ``ToolFailure`` if the call would fail; `CancellationError`.
    public func question(
        before name: String,
        _ arguments: JSONValue,
        for caller: Caller
    ) async throws -> String? {
        guard let tool = tool(named: name), needsApproval(tool) else { return nil }
        return try await Self.question(of: tool, renamed(arguments, for: tool), caller)
    }

    private static func question<T: AgentTool>(
        of tool: T,
        _ arguments: JSONValue,
        _ caller: Caller
    ) async throws -> String? {
        guard let arguments = try? T.Arguments(GeneratedContent(jsonValue: arguments)) else { return nil }
        return try await tool.examine(arguments, caller: caller)
    }
}
