public import FoundationEssentials

extension GenerationSchema {
    /// Schemas that do not fit together (Apple FoundationModels 26.0).
    public enum SchemaError: Error, LocalizedError {
        /// Two different schemas have one name.
        case duplicateType(schema: String?, type: String, context: Context)
        /// Two properties of one object have one name.
        case duplicateProperty(schema: String, property: String, context: Context)
        /// A choice among nothing.
        case emptyTypeChoices(schema: String, context: Context)
        /// Names that no schema has.
        case undefinedReferences(schema: String?, references: [String], context: Context)

        /// What was found.
        public struct Context: Sendable {
            /// What was found, in a sentence.
            public let debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// What is wrong.
        public var errorDescription: String? {
            switch self {
            case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
                .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context):
                context.debugDescription
            }
        }

        /// What to do.
        public var recoverySuggestion: String? {
            switch self {
            case .duplicateType(_, let type, _): "Give one of the schemas named '\(type)' another name."
            case .duplicateProperty(_, let property, _): "Give one of the properties named '\(property)' another name."
            case .emptyTypeChoices(let schema, _): "Give '\(schema)' at least one choice."
            case .undefinedReferences(_, let references, _):
                "Add schemas named \(Self.list(references)) to the dependencies, or correct the names."
            }
        }

        static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
    }
}

extension GenerationSchema.SchemaError: CustomStringConvertible {
    /// What is wrong and what to do.
    public var description: String {
        [errorDescription.map { "\($0)." }, recoverySuggestion].compactMap(\.self).joined(separator: " ")
    }
}
