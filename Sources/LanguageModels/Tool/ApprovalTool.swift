/// A tool whose calls a person must approve before they are run.
public struct ApprovalTool<Base: Tool>: SuspendingTool {
    private let base: Base
    private let needsApproval: @Sendable (Base.Arguments) -> Bool

    init(_ base: Base, needsApproval: @escaping @Sendable (Base.Arguments) -> Bool) {
        self.base = base
        self.needsApproval = needsApproval
    }

    /// The name by which the model calls the tool.
    public var name: String { base.name }
    /// When and for what the model should call the tool.
    public var description: String { base.description }
    /// The shape of the arguments.
    public var parameters: GenerationSchema { base.parameters }
    /// Whether a model without native tools is told the arguments' schema in its instructions.
    public var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }

    /// After approval, if this call needs it.
    public func execution(for arguments: Base.Arguments) -> ToolExecution {
        needsApproval(arguments) ? .afterApproval : .immediate
    }

    /// Does the work.
    @concurrent public func call(arguments: Base.Arguments) async throws -> Base.Output {
        try await base.call(arguments: arguments)
    }
}

extension ApprovalTool: DeadlineTool where Base: DeadlineTool {
    /// How long a call may take once it is approved.
    public var deadline: Duration { base.deadline }
}

extension Tool {
    /// The same tool, but each call waits for a person's approval.
    public func requiringApproval() -> ApprovalTool<Self> { ApprovalTool(self) { _ in true } }

    /// The same tool, but calls with such arguments wait for a person's approval.
    public func requiringApproval(
        when needsApproval: @escaping @Sendable (Arguments) -> Bool
    ) -> ApprovalTool<Self> {
        ApprovalTool(self, needsApproval: needsApproval)
    }
}
