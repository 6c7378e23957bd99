/// A member whose name an earlier member of the same object already has.
public struct JSONRepeatedName: Sendable, Hashable {
    /// The path of both members in the value.
    public var path: JSONPath
    /// The offset of the later name in the text, in bytes.
    public var offset: Int

    /// The maximum number that a parser reports for one text; it treats further ones alike but does not list them.
    static let reportLimit = 100
}
