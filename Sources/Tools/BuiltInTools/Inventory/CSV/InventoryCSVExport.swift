public import ToolRecords

/// Writes an inventory as a file of comma-separated values that an import restores unchanged.
public struct InventoryCSVExport: Sendable {
    private let isJapanese: Bool
    private let hasByteOrderMark: Bool

    /// Sets the format of the file.
    /// - Parameters:
    ///   - isJapanese: Whether the columns have Japanese names.
    ///   - hasByteOrderMark: Whether the file starts with a byte order mark, without which Excel does not recognize UTF-8.
    public init(isJapanese: Bool = false, hasByteOrderMark: Bool = false) {
        self.isJapanese = isJapanese
        self.hasByteOrderMark = hasByteOrderMark
    }

    /// Writes all items, one line at a time.
    public func write(
        _ store: any InventoryStore,
        to output: @escaping @Sendable (String) throws -> Void
    ) async throws {
        let columns = InventoryColumn.allCases
        let header = CSVWriter.line(columns.map { $0.header(isJapanese: isJapanese) })
        try output((hasByteOrderMark ? "\u{FEFF}" : "") + header)
        try await store.forEachItem { item in try output(CSVWriter.line(columns.map { $0.text(of: item) })) }
    }
}
