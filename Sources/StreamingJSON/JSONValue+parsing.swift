extension JSONValue {
    /// Reads a whole JSON text, strictly by RFC 8259.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault. Nesting is limited to 256 levels. Of two members with one
    ///   name the later wins.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONParseError) {
        self = try Self.parse(Array(bytes), acceptsPrefix: false)?.value ?? .null
    }

    /// Reads a whole JSON text, strictly by RFC 8259.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(parsing text: String) throws(JSONParseError) {
        self = try Self.parse(Array(text.utf8), acceptsPrefix: false)?.value ?? .null
    }

    static func parse(
        _ bytes: [UInt8],
        acceptsPrefix: Bool
    ) throws(JSONParseError) -> (value: JSONValue, openDepth: Int)? {
        // `withUnsafeBufferPointer` rethrows untyped, so the typed error travels in a Result.
        let result = bytes.withUnsafeBufferPointer {
            buffer -> Result<(value: JSONValue, openDepth: Int)?, JSONParseError> in
            do throws(JSONParseError) {
                return .success(try JSONParser.parse(buffer, acceptsPrefix: acceptsPrefix))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
