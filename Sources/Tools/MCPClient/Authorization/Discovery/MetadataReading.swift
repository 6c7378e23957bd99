import StreamingJSON

/// The limits on metadata documents, which come from servers of others.
enum MetadataReading {
    /// The greatest length of a document, in bytes.
    static let longest = 256 << 10
    /// The deepest nesting of a document.
    static let depth = 32
    /// The number of values of a list that are read.
    private static let mostValues = 256

    /// Parses a document; `nil` if it is not a JSON object.
    static func object(_ bytes: [UInt8]) -> JSONObject? {
        try? JSONValue(parsing: bytes, options: JSONParseOptions(maximumDepth: depth, maximumByteCount: longest))
            .objectValue
    }

    /// Returns the texts of a list; `nil` if the member is missing or no list.
    static func texts(_ value: JSONValue?) -> [String]? {
        value?.arrayValue?.prefix(mostValues).compactMap(\.stringValue)
    }
}
