/// The choice of operations to import.
public struct OperationSelection: Sendable, Hashable {
    /// Tool names, operation ids, or patterns such as `GET /orders/*`; empty means all.
    ///
    /// In a pattern `*` is any text within a path segment and `**` any text; `*` as the method is any method.
    public var only: [String]
    /// Tags of which an operation needs one; empty means all.
    public var tags: Set<String>
    /// Whether only operations that read are imported.
    public var isReadOnly: Bool
    /// Whether deprecated operations are imported.
    public var includesDeprecated: Bool

    /// Makes a selection.
    public init(
        only: [String] = [],
        tags: Set<String> = [],
        isReadOnly: Bool = false,
        includesDeprecated: Bool = false
    ) {
        self.only = only
        self.tags = tags
        self.isReadOnly = isReadOnly
        self.includesDeprecated = includesDeprecated
    }

    /// Returns whether an operation is chosen.
    func contains(_ head: OperationHead) -> Bool {
        if head.isDeprecated, !includesDeprecated { return false }
        if isReadOnly, head.effect != .reads { return false }
        if !tags.isEmpty, tags.isDisjoint(with: head.tags) { return false }
        guard !only.isEmpty else { return true }
        return only.contains { item in
            if item == head.name || item == head.operationID { return true }
            let parts = item.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return false }
            return (parts[0] == "*" || parts[0].uppercased() == head.method)
                && PathPattern(String(parts[1])).matches(head.path)
        }
    }
}
