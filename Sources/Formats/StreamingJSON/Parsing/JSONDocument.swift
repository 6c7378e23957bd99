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

/// A member whose name an earlier member of the same object already has.
public struct JSONRepeatedName: Sendable, Hashable {
    /// The path of both members in the value.
    public var path: JSONPath
    /// The offset of the later name in the text, in bytes.
    public var offset: Int

    /// The maximum number that a parser reports for one text; it treats further ones alike but does not list them.
    static let reportLimit = 100
}

extension Sequence<UInt8> {
    /// Lends the bytes as one buffer, copied only if they are not contiguous.
    func withBytes<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(JSONParseError) -> Value
    ) throws(JSONParseError) -> Value {
        // The standard library's functions rethrow untyped errors, so a Result carries the typed error.
        func result(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Value, JSONParseError> {
            do throws(JSONParseError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        if let result = withContiguousStorageIfAvailable(result) { return try result.get() }
        return try Array(self).withUnsafeBufferPointer(result).get()
    }
}
