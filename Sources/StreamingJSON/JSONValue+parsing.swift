extension JSONValue {
    /// Reads a whole JSON text in UTF-8, strictly by RFC 8259.
    ///
    /// By default nesting is limited to 256 levels and the text to 64 MiB, the later of two members with one name wins,
    /// and an integer beyond 64 bits becomes the nearest double. ``JSONDocument`` also lists the repeated names.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: JSONParseOptions = JSONParseOptions()
    ) throws(JSONParseError) {
        self = try JSONDocument(parsing: bytes, options: options).value
    }

    /// Reads a whole JSON text, strictly by RFC 8259.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(parsing text: String, options: JSONParseOptions = JSONParseOptions()) throws(JSONParseError) {
        self = try JSONDocument(parsing: text.utf8, options: options).value
    }
}
