import Synchronization

/// A function that a model can call (Apple FoundationModels 26.0).
public protocol Tool<Arguments, Output>: Sendable {
    /// The type of the result for the model.
    associatedtype Output: PromptRepresentable
    /// The type of the arguments that the model fills in.
    associatedtype Arguments: ConvertibleFromGeneratedContent

    /// The tool's name for the model; by default the name of its type.
    var name: String { get }

    /// The tool's description: when and for what the model should call it.
    var description: String { get }

    /// The schema of the arguments; by default that of `Arguments`.
    var parameters: GenerationSchema { get }

    /// Whether the instructions of a model without native tools include the arguments' schema; true by default.
    var includesSchemaInInstructions: Bool { get }

    /// Runs the tool.
    ///
    /// - Throws: ``ToolFailure`` with a text for the model. Any other error ends the turn or is described to the model
    ///   in general words, depending on the session's ``LanguageModelSession/ToolErrorPolicy``.
    @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
    /// The name of the type.
    public var name: String { String(describing: Self.self) }

    /// True by default.
    public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
    /// The schema of `Arguments`, which is computed once.
    public var parameters: GenerationSchema { SchemaCache.shared.schema(of: Arguments.self) }
}

/// A tool with a time limit for its calls.
public protocol DeadlineTool: Tool {
    /// The time limit of a call; a call that exceeds it is cancelled, and the model gets an error.
    var deadline: Duration { get }
}

/// A cache of the schemas of tools' arguments.
///
/// A type's schema never changes, and making it in every turn would cost more than everything else that a session does
/// there.
final class SchemaCache: Sendable {
    static let shared = SchemaCache()

    private let schemas = Mutex<[ObjectIdentifier: GenerationSchema]>([:])

    /// Returns the schema that a type defines.
    func schema<Value: Generable>(of type: Value.Type) -> GenerationSchema {
        let id = ObjectIdentifier(type)
        if let schema = schemas.withLock({ $0[id] }) { return schema }
        // Outside the lock, because a type's schema is computed by foreign code.
        let schema = type.generationSchema
        return schemas.withLock { schemas in
            let first = schemas[id] ?? schema
            schemas[id] = first
            return first
        }
    }
}
