public import StreamingJSON

/// A value that servers and clients send each other as JSON: one writes it, the other reads it.
public protocol WireValue: Sendable, Equatable {
    /// The value as JSON.
    var jsonValue: JSONValue { get }

    /// Reads a value.
    ///
    /// Bodies of requests with a field that is not known are refused; in answers such a field is ignored, because a newer server may add
    /// fields.
    ///
    /// - Throws: ``WireError`` with the fields that are missing or of another type.
    init(jsonValue: JSONValue) throws(WireError)
}
