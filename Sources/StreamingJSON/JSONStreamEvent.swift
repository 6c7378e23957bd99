/// The news that an element of an array or a property of an object is complete.
public struct JSONStreamEvent: Sendable, Hashable {
    /// Where the part is; its last step says whether it is an element (an index) or a property (a name).
    public var path: JSONPath
    /// The part, which cannot change any more.
    public var value: JSONValue
    /// How many bytes of the text had been read when it was complete.
    ///
    /// For a number that is the place of the byte that proved it whole.
    public var offset: Int
}
