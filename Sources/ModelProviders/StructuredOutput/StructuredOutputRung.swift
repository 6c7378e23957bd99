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
