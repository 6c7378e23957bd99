/// A request that cannot be read, with the faults of its fields.
public struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A fault of one field.
    public struct Fault: Sendable, Equatable {
        /// The JSON pointer (RFC 6901) of the field in the body; `#` for the whole body.
        public var pointer: String
        /// The fault and the expected value.
        public var detail: String
        /// The kind of fault, if a dialect has a code for it; otherwise `nil`.
        public var kind: Kind?

        /// Makes a fault.
        public init(pointer: String, detail: String, kind: Kind? = nil) {
            (self.pointer, self.detail, self.kind) = (pointer, detail, kind)
        }

        /// The kinds of faults that dialects distinguish, by their codes in OpenAI's API.
        public enum Kind: String, Sendable, CaseIterable {
            /// A required field is missing.
            case missing = "missing_required_parameter"
            /// The value has another JSON type.
            case wrongType = "invalid_type"
            /// The value has the right type but is invalid here.
            case invalidValue = "invalid_value"
            /// The value is valid, but this server does not support it.
            case unsupportedValue = "unsupported_value"
            /// The field is valid, but this server does not support it.
            case unsupportedField = "unsupported_parameter"
            /// The field is unknown.
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
            /// The model does not exist, or the client may not use it.
            case unknownModel = "model_not_found"
            /// The earlier response does not exist, or the client may not read it.
            case unknownResponse = "previous_response_not_found"
        }
    }

    /// The faults, in the order of the fields; a long list only counts the last ones.
    public var faults: FaultList

    /// Makes an error.
    public init(_ faults: FaultList) { self.faults = faults }

    /// The first faults in one sentence each, and the number of the others.
    public var description: String { faults.description }
}
