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
    public private(set) var operations: [ImportedOperation]
    /// The number of operations in the document.
    public let found: Int
    /// The number of operations that the selection left out.
    public let deselected: Int
    /// The parts that were left out, with the reasons.
    public private(set) var unmapped: [Unmapped]
    /// The number of further unmapped parts that are not in the list.
    public let omitted: Int

    /// Leaves out operations, which are listed with the reasons.
    ///
    /// - Parameter reasons: The reasons by the operations' names.
    public mutating func leaveOut(_ reasons: [String: String]) {
        for operation in operations {
            guard let reason = reasons[operation.name] else { continue }
            unmapped.append(
                Unmapped(
                    place: operation.place,
                    operation: operation.label.cut(to: 240),
                    scope: .operation,
                    reason: .declaration,
                    message: reason.singleLine.cut(to: 400)
                )
            )
        }
        operations.removeAll { reasons[$0.name] != nil }
    }

    /// Returns the import with one of its operations alone.
    public func only(_ operation: ImportedOperation) -> ImportedAPI {
        var copy = self
        copy.operations = [operation]
        return copy
    }

    /// The operations that could not be mapped.
    public var skipped: [Unmapped] { unmapped.filter { $0.scope == .operation } }
}
