extension JSONSchema {
    /// One reason why a value does not satisfy a schema.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The place in the value, as a JSON Pointer (RFC 6901); empty for the value as a whole.
        public let instanceLocation: String

        /// The keyword that was not satisfied, as a URI reference such as `#/properties/count/minimum`.
        ///
        /// It is the place where the keyword is written, after all references; a place in an additional document starts
        /// with that document's address.
        public let schemaLocation: String

        /// A sentence for a model or a person: the place, the requirement, the actual value.
        public let message: String

        /// The message.
        public var description: String { message }
    }
}
