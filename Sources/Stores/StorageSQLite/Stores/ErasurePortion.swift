import Storage

/// The rows that one transaction of an erasure deletes, few enough not to block the store for others.
struct ErasurePortion {
    /// The number of bytes after which no further rows are deleted.
    static let mostBytes = 1 << 20

    /// The number of rows that may still be deleted.
    private(set) var rows = 2000

    /// The number of bytes that may still be deleted.
    private var bytes = Self.mostBytes

    /// Whether nothing was deleted yet.
    private(set) var isEmpty = true

    /// The numbers of the deleted rows, for the record of the erasure.
    var count = ErasureCount()

    /// Adds a row or several; false, and they must stay, if the transaction has no room for them.
    ///
    /// The first one always has.
    mutating func admit(rows count: Int = 1, bytes size: Int = 0) -> Bool {
        guard isEmpty || count <= rows && size <= bytes else { return false }
        isEmpty = false
        rows -= count
        bytes -= size
        return true
    }
}
