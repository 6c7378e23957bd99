/// As much of a JSON value as has arrived.
///
/// Only what cannot change any more is in ``value``, but for a string still being written, which holds its text so far: a number
/// at the very end is held back until the byte after it proves it whole, a literal until its last letter, and a member name
/// until its value begins.
///
/// This reads one prefix, once. Where a text grows, ``JSONStreamParser`` reads each byte of it only once.
public struct JSONPrefix: Sendable, Equatable {
    /// The value so far.
    public let value: JSONValue
    /// How many nodes are unfinished, counted from the root along each last element or member; 0 when the text is whole.
    public let openDepth: Int

    /// Reads the beginning of a JSON text; `nil` while nothing of it is certain.
    ///
    /// - Throws: ``JSONParseError`` when no continuation could make the text JSON.
    public init?(_ text: String) throws(JSONParseError) {
        var parser = JSONStreamParser()
        try parser.feed(text)
        guard let snapshot = parser.snapshot else { return nil }
        value = snapshot.value
        openDepth = snapshot.openDepth
    }
}
