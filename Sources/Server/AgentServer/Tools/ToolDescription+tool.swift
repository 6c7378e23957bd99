import AgentTools
import AgentWire
import LanguageModels
import ToolPhrases
import StreamingJSON

extension ToolDescription {
    /// Creates the description that a tool declares.
    ///
    /// - Parameters:
    ///   - needsApproval: Whether its calls wait for a person's approval.
    ///   - caller: The caller, whose client makes the calls of some tools.
    init(_ tool: some AgentTool, needsApproval: Bool, _ caller: Caller) {
        let policy = tool.cachePolicy
        self.init(
            name: tool.name,
            description: tool.description,
            parameters: tool.argumentSchema,
            isReadOnly: tool.isReadOnly,
            isDestructive: tool.isDestructive,
            needsApproval: needsApproval,
            isIdempotent: tool.isIdempotent,
            deadlineSeconds: tool.deadline / .seconds(1),
            outputBudget: tool.outputBudget,
            cache: policy.timeToLive > .zero
                ? Cache(seconds: policy.timeToLive / .seconds(1), scope: policy.scope.rawValue) : nil,
            artifacts: tool.artifactTypes,
            examples: Dictionary(tool.phrases.examples.map { ($0.rawValue, $1) }) { first, _ in first },
            titles: Dictionary(tool.titles.map { ($0.rawValue, $1) }) { first, _ in first },
            clientOutput: Self.clientOutput(of: tool, caller)
        )
    }

    /// Returns the schema of the output of a client that makes the tool's calls; `nil` if the server makes them.
    private static func clientOutput(of tool: any AgentTool, _ caller: Caller) -> JSONValue? {
        guard let tool = tool as? any ClientCapableTool, tool.runsOnClient(for: caller) else { return Optional.none }
        return tool.clientOutput
    }
}
