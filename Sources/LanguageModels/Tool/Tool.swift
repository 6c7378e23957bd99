/// Something that a model can call (Apple FoundationModels 26.0).
public protocol Tool<Arguments, Output>: Sendable {
    /// What the call gives back to the model.
    associatedtype Output: PromptRepresentable
    /// What the model must fill in.
    associatedtype Arguments: ConvertibleFromGeneratedContent

    /// The name by which the model calls the tool; by default the type's name.
    var name: String { get }

    /// When and for what the model should call the tool.
    var description: String { get }

    /// The shape of the arguments; by default that of `Arguments`.
    var parameters: GenerationSchema { get }

    /// Whether a model without native tools is told the arguments' schema in its instructions; by default true.
    var includesSchemaInInstructions: Bool { get }

    /// Does the work.
    ///
    /// - Throws: ``ToolFailure`` to tell the model what went wrong; any other error ends the turn or is explained to the model
    ///   in general words, as the session's ``LanguageModelSession/ToolErrorPolicy`` says.
    @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
    /// The type's own name.
    public var name: String { String(describing: Self.self) }

    /// True.
    public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
    /// The schema of `Arguments`, which is asked for it once.
    public var parameters: GenerationSchema { SchemaMemory.shared.schema(of: Arguments.self) }
}

/// A tool that must answer within a time of its own.
public protocol DeadlineTool: Tool {
    /// How long a call may take; after that it is cancelled and the model is told so.
    var deadline: Duration { get }
}
