public import FoundationEssentials

extension GenerationSchema {
    /// The error of schemas that are not consistent (Apple FoundationModels 26.0).
    public enum SchemaError: Error, LocalizedError {
        /// Two different schemas have the same name.
        case duplicateType(schema: String?, type: String, context: Context)
        /// Two properties of one object have the same name.
        case duplicateProperty(schema: String, property: String, context: Context)
        /// A choice has no alternatives.
        case emptyTypeChoices(schema: String, context: Context)
        /// References name schemas that do not exist.
        case undefinedReferences(schema: String?, references: [String], context: Context)

        /// The details of an error.
        public struct Context: Sendable {
            /// The description of the problem, as a sentence.
            public let debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// The problem.
        public var errorDescription: String? {
            switch self {
            case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
                .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context):
                context.debugDescription
            }
        }

        /// The solution.
        public var recoverySuggestion: String? {
            switch self {
            case .duplicateType(_, let type, _): "Rename one of the schemas named '\(type)'."
            case .duplicateProperty(_, let property, _): "Rename one of the properties named '\(property)'."
            case .emptyTypeChoices(let schema, _): "Add at least one choice to '\(schema)'."
            case .undefinedReferences(_, let references, _):
                "Add schemas named \(Self.list(references)) to the dependencies, or correct the names."
            }
        }

        static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
    }
}

extension GenerationSchema.SchemaError: CustomStringConvertible {
    /// The problem and its solution.
    public var description: String {
        [errorDescription.map { "\($0)." }, recoverySuggestion].compactMap(\.self).joined(separator: " ")
    }
}
