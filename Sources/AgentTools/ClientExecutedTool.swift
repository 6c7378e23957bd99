public import LanguageModels

/// A tool whose calls a client makes in place of the server.
public struct ClientExecutedTool<Base: ClientCapableTool>: SuspendingTool {
    private let base: Base

    init(_ base: Base) { self.base = base }

    /// The name by which the model calls the tool.
    public var name: String { base.name }
    /// When and for what the model should call the tool.
    public var description: String { base.description }
    /// The shape of the arguments.
    public var parameters: GenerationSchema { base.parameters }
    /// Whether a model without native tools is told the arguments' schema in its instructions.
    public var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }

    /// External, unless the tool would refuse the arguments: that needs no client.
    public func execution(for arguments: Base.Arguments) -> ToolExecution {
        base.canAskClient(with: arguments) ? .external : .immediate
    }

    /// Refuses the arguments in the tool's own words.
    @concurrent public func call(arguments: Base.Arguments) async throws -> String {
        try await base.call(arguments: arguments)
    }
}

extension ClientExecutedTool: DeadlineTool {
    /// How long a call that is made here may take.
    public var deadline: Duration { base.deadline }
}

extension ClientCapableTool {
    /// The same tool, but a client makes its calls.
    public var executedByClient: ClientExecutedTool<Self> { ClientExecutedTool(self) }
}
