/// A request that cannot be understood, with the fields that are wrong.
public struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Fault: Sendable, Equatable {
        /// Where, as a JSON pointer (RFC 6901) into the body, with `#` for the whole.
        public var pointer: String
        /// What is wrong and what belongs there.
        public var detail: String
        /// The kind of fault, for dialects that have a code for it; `nil` for any other.
        public var kind: Kind?

        /// Makes a fault.
        public init(pointer: String, detail: String, kind: Kind? = nil) {
            self.pointer = pointer
            self.detail = detail
            self.kind = kind
        }

        /// The kinds of faults that dialects distinguish, by their codes in OpenAI's API.
        public enum Kind: String, Sendable, CaseIterable {
            /// A field that is required is missing.
            case missing = "missing_required_parameter"
            /// The value has another JSON type.
            case wrongType = "invalid_type"
            /// The value has the right type and makes no sense at its place.
            case invalidValue = "invalid_value"
            /// The value makes sense, but this server cannot do it.
            case unsupportedValue = "unsupported_value"
            /// The field makes sense, but this server cannot do it.
            case unsupportedField = "unsupported_parameter"
            /// The field is not known.
            case unknownField = "unknown_parameter"
            /// A whole number is too small.
            case integerTooSmall = "integer_below_min_value"
            /// A whole number is too large.
            case integerTooLarge = "integer_above_max_value"
            /// A number is too small.
            case decimalTooSmall = "decimal_below_min_value"
            /// A number is too large.
            case decimalTooLarge = "decimal_above_max_value"
            /// An array has too many elements.
            case tooManyElements = "array_above_max_length"
            /// An array has no elements.
            case emptyArray = "empty_array"
            /// The model is none that this client may use.
            case unknownModel = "model_not_found"
        }
    }

    /// The first faults, in the order of the fields, and the number of the others.
    public var faults: FaultList

    /// Makes an error.
    public init(_ faults: FaultList) { self.faults = faults }

    /// The first faults in one sentence each, and the number of the others.
    public var description: String { faults.description }
}
