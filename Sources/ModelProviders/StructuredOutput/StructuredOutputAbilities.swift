import LanguageModels
import StreamingJSON

/// What a model's interface can do to keep an answer to one schema.
struct StructuredOutputAbilities: Equatable {
    /// The interface's own ways, for this schema.
    var nativeRungs: [StructuredOutputRung]
    /// Whether they may be used in a round that offers tools.
    var isNativeBesideTools = true
    /// Whether a model can be told that it must make a call.
    var forcesCalls = true

    /// The ways to ask for an answer, the best one first.
    ///
    /// - Parameters:
    ///   - schema: The shape of the answer.
    ///   - besideTools: Whether the model may call tools first.
    func rungs(for schema: GenerationSchema, besideTools: Bool) -> [StructuredOutputRung] {
        var rungs = besideTools && !isNativeBesideTools ? [] : nativeRungs
        // Only an object can be a call's arguments. Where a call cannot be forced it is worth a try only beside calls that are
        // the model's choice as well.
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

/// A way to get an answer that keeps to a schema; the order is that of preference.
public enum StructuredOutputRung: String, Sendable, Hashable, CaseIterable {
    /// The provider holds the answer to the schema, with every keyword that it takes.
    case strict
    /// The provider holds the answer to the schema's shape; the keywords that it may not know stand in the descriptions.
    case described
    /// The answer is the arguments of a call that the model must make.
    case tool
    /// The model is told the schema and asked to keep to it.
    case prompted

    /// Whether the provider has a parameter of its own for it.
    public var isNative: Bool { self == .strict || self == .described }
}
