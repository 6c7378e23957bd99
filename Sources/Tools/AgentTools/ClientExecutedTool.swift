public import LanguageModels

/// A tool whose calls a client makes instead of the server.
public struct ClientExecutedTool<Base: ClientCapableTool>: SuspendingTool {
    private let base: Base

    init(_ base: Base) { self.base = base }

    /// The name by which the model calls the tool.
    public var name: String { base.name }
    /// The description for the model.
    public var description: String { base.description }
    /// The shape of the arguments.
    public var parameters: GenerationSchema { base.parameters }
    /// Whether a model without native tools receives the arguments' schema in its instructions.
    public var includesSchemaInInstructions: Bool { base.includesSchemaInInstructions }

    /// External, unless the tool would refuse the arguments, which the server can do alone.
    public func execution(for arguments: Base.Arguments) -> ToolExecution {
        base.canAskClient(with: arguments) ? .external : .immediate
    }

    /// Throws the tool's failure for arguments that it refuses.
    @concurrent public func call(arguments: Base.Arguments) async throws -> String {
        try await base.call(arguments: arguments)
    }
}

extension ClientExecutedTool: DeadlineTool {
    /// The time limit of a call that the server makes.
    public var deadline: Duration { base.deadline }
}

extension ClientCapableTool {
    /// The same tool with its calls made by a client.
    public var executedByClient: ClientExecutedTool<Self> { ClientExecutedTool(self) }
}
