/// How much of a page is read; what goes beyond is left out, and the page says that it was cut.
public struct HTMLLimits: Sendable, Hashable {
    /// How many bytes, as they came.
    public var bytes: Int
    /// How many elements and pieces of text.
    public var nodes: Int
    /// How deeply elements may be nested to be told apart; the text of deeper ones counts for the last that is.
    public var depth: Int
    /// How deeply elements may be nested at all before reading ends: the parser itself grows slow there.
    public var parserDepth: Int
    /// How many bytes of an attribute's value.
    public var attributeBytes: Int

    /// Limits that no page written for people meets.
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
