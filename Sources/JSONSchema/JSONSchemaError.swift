/// Why a schema cannot be used, or why a validation could not be finished.
public struct JSONSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of fault it is.
    public struct Code: Sendable, Hashable {
        private enum Base: Hashable {
            case unsupportedDialect, unsupportedVocabulary, badKeyword, badPattern, badIdentifier, unresolvedReference
            case endlessReference, tooDeep, workLimit
        }

        private let base: Base

        /// `$schema` names a dialect that is neither known (drafts 06, 07, 2019-09, 2020-12) nor described by a document handed in.
        public static var unsupportedDialect: Self { .init(base: .unsupportedDialect) }
        /// The schema's dialect demands a vocabulary that is not known here.
        public static var unsupportedVocabulary: Self { .init(base: .unsupportedVocabulary) }
        /// A keyword has a value that the specification does not allow.
        public static var badKeyword: Self { .init(base: .badKeyword) }
        /// A regular expression is malformed or uses something that cannot be matched in bounded time.
        public static var badPattern: Self { .init(base: .badPattern) }
        /// `$id` or an anchor is malformed, or names two places.
        public static var badIdentifier: Self { .init(base: .badIdentifier) }
        /// A reference leads nowhere; nothing is ever fetched over the network.
        public static var unresolvedReference: Self { .init(base: .unresolvedReference) }
        /// References lead back to themselves without going into the value.
        public static var endlessReference: Self { .init(base: .endlessReference) }
        /// The schema, the value, or the two together are nested more deeply than the limits allow.
        public static var tooDeep: Self { .init(base: .tooDeep) }
        /// Validation took more steps than the limits allow, so whether the value is valid is not known.
        public static var workLimit: Self { .init(base: .workLimit) }
    }

    /// What kind of fault it is.
    public let code: Code

    /// The place in the schema, as a URI reference such as `#/properties/name/pattern`; empty where no one place is at fault.
    public let schemaLocation: String

    /// What happened and what to do next, as a sentence.
    public let message: String

    /// The message, with the place before it.
    public var description: String { schemaLocation.isEmpty ? message : "\(schemaLocation): \(message)" }
}
