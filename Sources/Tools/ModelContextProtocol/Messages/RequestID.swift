public import StreamingJSON

/// The id of a request of JSON-RPC, which its response repeats.
public enum RequestID: Hashable, Sendable {
    /// A whole number.
    case integer(Int)
    /// A text.
    case string(String)

    /// Reads an id; `nil` for a value of another type, and for a text of more than 256 bytes.
    public init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .string(let text) where text.utf8.count <= 256: self = .string(text)
        default: return nil
        }
    }

    /// The id in JSON.
    public var jsonValue: JSONValue {
        switch self {
        case .integer(let number): .integer(number)
        case .string(let text): .string(text)
        }
    }
}
