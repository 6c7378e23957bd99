/// The part of a JSON value that has arrived.
///
/// ``value`` holds only parts that cannot change any more, and the text so far of a string that is still being written.
/// A number at the very end is held back until the byte after it proves it complete, a literal until its last letter,
/// and a member name until its value starts.
///
/// This reads one prefix, once. If a text grows, ``JSONStreamParser`` reads each of its bytes only once.
public struct JSONPrefix: Sendable, Equatable {
    /// The value so far.
    public let value: JSONValue
    /// The number of unfinished nodes, counted from the root along each last element or member; 0 if the text is whole.
    public let openDepth: Int

    /// Reads the start of a JSON text; `nil` while no part of it is certain.
    ///
    /// - Throws: ``JSONParseError`` if no continuation could make the text JSON.
    public init?(_ text: String) throws(JSONParseError) {
        var parser = JSONStreamParser()
        try parser.feed(text)
        guard let snapshot = parser.snapshot else { return nil }
        value = snapshot.value
        openDepth = snapshot.openDepth
    }
}
