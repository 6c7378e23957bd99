/// The completion of an element of an array or a property of an object.
public struct JSONStreamEvent: Sendable, Hashable {
    /// The path of the part; its last step shows whether it is an element (an index) or a property (a name).
    public var path: JSONPath
    /// The part, which cannot change any more.
    public var value: JSONValue
    /// The number of bytes of the text that were read when the part was complete.
    ///
    /// For a number it is the offset of the byte that proved it complete.
    public var offset: Int
}
