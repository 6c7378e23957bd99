/// The media types of the field `Accept` (RFC 9110 §12.5.1).
public struct AcceptedMediaTypes: Sendable, Hashable {
    /// The maximum number of bytes of all values together.
    public static let longest = 4096

    /// The types with a weight above 0, in order; empty if the field is missing, too long, or names none.
    public let types: [MediaType]

    /// Reads the field's values by their bytes; invalid members are ignored.
    public init(_ values: [String]) {
        guard values.reduce(0, { $0 + $1.utf8.count }) <= Self.longest else {
            types = []
            return
        }
        types = values.flatMap { Array($0.utf8).split(separator: UInt8(ascii: ",")) }
            .compactMap { MediaType(bytes: $0) }
            .filter { $0.weight > 0 }
    }

    /// Returns whether the field allows a type, by its name or by a wildcard.
    public func accepts(_ type: String, _ subtype: String) -> Bool {
        types.contains { $0.type == "*" || $0.type == type && ($0.subtype == "*" || $0.subtype == subtype) }
    }

    /// Returns whether the field names a type; `*/*` does not count.
    public func names(_ type: String, _ subtype: String) -> Bool {
        types.contains { $0.type == type && $0.subtype == subtype }
    }
}
