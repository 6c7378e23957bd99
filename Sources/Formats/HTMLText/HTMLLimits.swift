/// Limits on how much of a page is read; the rest is left out, and ``HTMLPage/isCut`` is set.
public struct HTMLLimits: Sendable, Hashable {
    /// The maximum number of bytes, in the encoding of the page.
    public var bytes: Int
    /// The maximum number of elements and pieces of text.
    public var nodes: Int
    /// The maximum nesting of elements in the tree; deeper elements are dropped, and their text belongs to the last one
    /// kept.
    public var depth: Int
    /// The maximum nesting of elements in the parser, where reading ends because the parser itself gets slow.
    public var parserDepth: Int
    /// The maximum number of bytes of an attribute's value.
    public var attributeBytes: Int

    /// Makes limits that no page written for people reaches.
    public init(
        bytes: Int = 2 << 20,
        nodes: Int = 200_000,
        depth: Int = 256,
        parserDepth: Int = 512,
        attributeBytes: Int = 4096
    ) {
        self.bytes = bytes
        self.nodes = nodes
        self.depth = depth
        self.parserDepth = parserDepth
        self.attributeBytes = attributeBytes
    }
}
