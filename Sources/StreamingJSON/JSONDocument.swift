/// A whole JSON text: its value, and the member names that it repeats.
public struct JSONDocument: Sendable, Equatable {
    /// The value.
    public let value: JSONValue

    /// The members whose name an earlier member of the same object already has, in the order of the text; the first 100
    /// of them.
    ///
    /// ``JSONParseOptions/repeatedNames`` decides which of two values is in ``value``.
    public let repeatedNames: [JSONRepeatedName]

    init(value: JSONValue, repeatedNames: [JSONRepeatedName]) {
        self.value = value
        self.repeatedNames = repeatedNames
    }

    /// Reads a whole JSON text in UTF-8, strictly by RFC 8259.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: JSONParseOptions = JSONParseOptions()
    ) throws(JSONParseError) {
        self = try bytes.withBytes { bytes throws(JSONParseError) in try JSONParser.parse(bytes, options: options) }
    }

    /// Reads a whole JSON text, strictly by RFC 8259.
    ///
    /// - Throws: ``JSONParseError`` with the place of the first fault.
    public init(parsing text: String, options: JSONParseOptions = JSONParseOptions()) throws(JSONParseError) {
        try self.init(parsing: text.utf8, options: options)
    }
}
