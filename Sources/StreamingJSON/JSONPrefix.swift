/// As much of a JSON value as has arrived.
///
/// Only what cannot change any more is in ``value``, but for a string still being written, which holds its text so far: a number
/// or literal at the very end is held back until the byte after it proves it whole, and so is a member name.
public struct JSONPrefix: Sendable, Equatable {
    /// The value so far.
    public let value: JSONValue
    /// How many nodes are unfinished, counted from the root along each last element or member; 0 when the text is whole.
    public let openDepth: Int

    /// Reads the beginning of a JSON text; `nil` while nothing of it is certain.
    ///
    /// - Throws: ``JSONParseError`` when no continuation could make the text JSON.
    public init?(_ text: String) throws(JSONParseError) {
        guard let result = try JSONValue.parse(Array(text.utf8), acceptsPrefix: true) else { return nil }
        self.value = result.value
        self.openDepth = result.openDepth
    }
}
