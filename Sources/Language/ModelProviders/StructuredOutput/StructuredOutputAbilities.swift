import LanguageModels
import StreamingJSON

/// The ways in which a model's interface can hold an answer to one schema.
struct StructuredOutputAbilities: Equatable {
    /// The interface's native forms for this schema.
    var nativeRungs: [StructuredOutputRung]
    /// Whether the native forms are possible in a round that offers tools.
    var isNativeBesideTools = true
    /// Whether a request can require a call.
    var forcesCalls = true

    /// Returns the rungs for an answer, the best one first.
    ///
    /// - Parameters:
    ///   - schema: The schema of the answer.
    ///   - besideTools: Whether the model may call tools first.
    func rungs(for schema: GenerationSchema, besideTools: Bool) -> [StructuredOutputRung] {
        var rungs = besideTools && !isNativeBesideTools ? [] : nativeRungs
        // Only an object can be a call's arguments. If a call cannot be required, the rung is worth an attempt only beside tools that the
        // model may choose anyway.
        if schema.jsonValue["type"] == "object", forcesCalls || besideTools { rungs.append(.tool) }
        return rungs + [.prompted]
    }
}

extension StructuredOutputAbilities {
    /// The strict form of a schema and, if it differs, the described one: the same schema is not sent twice.
    init(strictlyOrDescribed formsDiffer: Bool) {
        self.init(nativeRungs: formsDiffer ? [.strict, .described] : [.strict])
    }
}

/// The ways to get an answer that follows a schema, in order of preference.
public enum StructuredOutputRung: String, Sendable, Hashable, CaseIterable {
    /// The provider holds the answer to the schema, with every keyword that it supports.
    case strict
    /// The provider holds the answer to the schema's shape; keywords that it may not support are in the descriptions.
    case described
    /// The answer is the arguments of a call that the model must make.
    case tool
    /// The instructions contain the schema and ask the model to follow it.
    case prompted

    /// Whether the provider has a parameter for it.
    public var isNative: Bool { self == .strict || self == .described }
}
