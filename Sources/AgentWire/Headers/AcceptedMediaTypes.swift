/// The media types of the field `Accept` (RFC 9110 §12.5.1).
public struct AcceptedMediaTypes: Sendable, Hashable {
    /// The most bytes that are read of all values together.
    public static let longest = 4096

    /// The types with a weight above 0, in order; empty when the field is missing, longer, or names none.
    public let types: [MediaType]

    /// Reads the field's values by their bytes; members that are not valid are left out.
    public init(_ values: [String]) {
        guard values.reduce(0, { $0 + $1.utf8.count }) <= Self.longest else {
            types = []
            return
        }
        types = values.flatMap { Array($0.utf8).split(separator: UInt8(ascii: ",")) }
            .compactMap { MediaType(bytes: $0) }
            .filter { $0.weight > 0 }
    }

    /// Whether a type is named; `*/*` does not name it.
    public func names(_ type: String, _ subtype: String) -> Bool {
        types.contains { $0.type == type && $0.subtype == subtype }
    }
}
