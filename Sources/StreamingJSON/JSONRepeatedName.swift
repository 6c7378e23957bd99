/// A member whose name an earlier member of the same object had already.
public struct JSONRepeatedName: Sendable, Hashable {
    /// Where both members are in the value.
    public var path: JSONPath
    /// Where the later name begins, in bytes into the text.
    public var offset: Int

    /// How many of them a parser reports for one text; further ones are settled alike but not listed.
    static let reportLimit = 100
}
