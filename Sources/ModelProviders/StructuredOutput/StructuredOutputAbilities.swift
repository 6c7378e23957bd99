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
