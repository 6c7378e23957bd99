/// The difference between a declaration's tools and a newer import.
public struct ImportDifference: Sendable, Hashable {
    /// The labels (`METHOD path`) of operations that the declaration does not have.
    public var added: [String] = []
    /// The labels of operations that the document no longer has.
    public var removed: [String] = []
    /// The labels of operations whose request, arguments or description changed.
    public var changed: [String] = []

    /// Compares the tools' origins, which are the digests by label, with an import.
    public init(origins: [String: String], api: ImportedAPI) {
        var rest = origins
        for operation in api.operations {
            guard let digest = rest.removeValue(forKey: operation.label) else {
                added.append(operation.label)
                continue
            }
            if digest != operation.digest { changed.append(operation.label) }
        }
        removed = rest.keys.sorted()
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}
