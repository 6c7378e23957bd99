public import Storage

/// Writes an inventory as a file of comma-separated values that an import reads back as it was.
public struct InventoryCSVExport: Sendable {
    private let isJapanese: Bool
    private let hasByteOrderMark: Bool

    /// Chooses how the file looks.
    /// - Parameters:
    ///   - isJapanese: Whether the columns have Japanese names.
    ///   - hasByteOrderMark: Whether the file begins with a byte order mark, without which Excel takes it for something else than UTF-8.
    public init(isJapanese: Bool = false, hasByteOrderMark: Bool = false) {
        self.isJapanese = isJapanese
        self.hasByteOrderMark = hasByteOrderMark
    }

    /// Writes every item, a line at a time.
    public func write(
        _ store: some InventoryStore,
        to output: @escaping @Sendable (String) throws -> Void
    ) async throws {
        let columns = InventoryColumn.allCases
        let header = CSVWriter.line(columns.map { $0.header(isJapanese: isJapanese) })
        try output((hasByteOrderMark ? "\u{FEFF}" : "") + header)
        try await store.forEachItem { item in try output(CSVWriter.line(columns.map { $0.text(of: item) })) }
    }
}
