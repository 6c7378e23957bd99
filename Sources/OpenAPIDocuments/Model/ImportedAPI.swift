/// The operations of a document, ready to be written as declarations.
public struct ImportedAPI: Sendable {
    /// The upstream's name.
    public let upstream: String
    /// The document's title.
    public let title: String
    /// The version of the document, such as `1.2.0`.
    public let documentVersion: String
    /// The format.
    public let format: OpenAPIVersion
    /// The first 16 hexadecimal digits of SHA-256 over the root document.
    public let documentHash: String
    /// The number of files read.
    public let files: Int
    /// The operations that were mapped, in the document's order.
    public let operations: [ImportedOperation]
    /// The number of operations in the document.
    public let found: Int
    /// The number of operations that the selection left out.
    public let deselected: Int
    /// The parts that were left out, with the reasons.
    public let unmapped: [Unmapped]
    /// The number of further unmapped parts that are not in the list.
    public let omitted: Int

    /// The operations that could not be mapped.
    public var skipped: [Unmapped] { unmapped.filter { $0.scope == .operation } }
}
