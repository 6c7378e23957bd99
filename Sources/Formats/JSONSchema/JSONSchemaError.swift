/// An error in a schema, or a validation that could not be finished.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Sendable, Hashable {
        private enum Base: Hashable {
            case unsupportedDialect, unsupportedVocabulary, badKeyword, badPattern, badIdentifier, unresolvedReference
            case endlessReference, tooDeep, workLimit
        }

        private let base: Base

        /// `$schema` names a dialect that is neither known (drafts 06, 07, 2019-09, 2020-12) nor described by an
        /// additional document.
        public static var unsupportedDialect: Self { .init(base: .unsupportedDialect) }
        /// The schema's dialect requires a vocabulary that is not supported.
        public static var unsupportedVocabulary: Self { .init(base: .unsupportedVocabulary) }
        /// A keyword has a value that the specification does not allow.
        public static var badKeyword: Self { .init(base: .badKeyword) }
        /// A regular expression is malformed or uses a feature that cannot be matched in bounded time.
        public static var badPattern: Self { .init(base: .badPattern) }
        /// `$id` or an anchor is malformed, or names two places.
        public static var badIdentifier: Self { .init(base: .badIdentifier) }
        /// A reference has no target; documents are never fetched over the network.
        public static var unresolvedReference: Self { .init(base: .unresolvedReference) }
        /// References form a cycle that never descends into the value.
        public static var endlessReference: Self { .init(base: .endlessReference) }
        /// The schema, the value, or the two together are nested more deeply than the limits allow.
        public static var tooDeep: Self { .init(base: .tooDeep) }
        /// Validation needed more steps than the limits allow, so the validity of the value is unknown.
        public static var workLimit: Self { .init(base: .workLimit) }
    }

    /// The kind of fault.
    public let code: Code

    /// The place in the schema, as a URI reference such as `#/properties/name/pattern`; empty if no single place is at
    /// fault.
    public let schemaLocation: String

    /// The fault and the next step, as a sentence.
    public let message: String

    /// The message, preceded by the place.
    public var description: String { schemaLocation.isEmpty ? message : "\(schemaLocation): \(message)" }
}
