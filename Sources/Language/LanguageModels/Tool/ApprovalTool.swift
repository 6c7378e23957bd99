/// A tool whose calls run only after a person has approved them.
public struct ApprovalTool<Base: Tool>: SuspendingTool {
    private let base: Base
    private let needsApproval: @Sendable (Base.Arguments) -> Bool

    init(_ base: Base, needsApproval: @escaping @Sendable (Base.Arguments) -> Bool) {
        self.base = base
        self.needsApproval = needsApproval
    }

    /// The tool's name for the model.
    public var name: String { base.name }
    /// The tool's description: when and for what the model should call it.
    public var description: String { base.description }
    /// The schema of the arguments.
    public var parameters: GenerationSchema { base.parameters }
    /// Whether the instructions of a model without native tools include the arguments' schema.
    public var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }

    /// Returns `afterApproval` if this call needs approval, otherwise `immediate`.
    public func execution(for arguments: Base.Arguments) -> ToolExecution {
        needsApproval(arguments) ? .afterApproval : .immediate
    }

    /// Runs the tool.
    @concurrent public func call(arguments: Base.Arguments) async throws -> Base.Output {
        try await base.call(arguments: arguments)
    }
}

extension ApprovalTool: DeadlineTool where Base: DeadlineTool {
    /// The time limit of a call once it is approved.
    public var deadline: Duration { base.deadline }
}

extension Tool {
    /// Returns the same tool, with each call waiting for a person's approval.
    public func requiringApproval() -> ApprovalTool<Self> { ApprovalTool(self) { _ in true } }

    /// Returns the same tool, with a person's approval required for calls with these arguments.
    public func requiringApproval(
        when needsApproval: @escaping @Sendable (Arguments) -> Bool
    ) -> ApprovalTool<Self> {
        ApprovalTool(self, needsApproval: needsApproval)
    }
}
