/// Everything sealed in a store, seen as one list, so that all of it can be sealed anew under another master key.
public protocol SealedRecordStore: Sendable {
    /// How many records are sealed under each master key, by its id.
    func sealedRecordCounts() async throws -> [String: Int]

    /// Records of one kind that are sealed under another master key than the one given, in order.
    /// - Parameters:
    ///   - kind: What they are.
    ///   - masterKeyID: The master key whose records are left out.
    ///   - position: Where to go on: the position of the last record that was seen, 0 at the beginning.
    ///   - limit: How many at most.
    func sealedRecords(
        _ kind: SealedRecord.Kind,
        notUnder masterKeyID: String,
        after position: Int64,
        limit: Int
    ) async throws -> [SealedRecord]

    /// Puts new sealed bytes in the place of those that were read, in one transaction that is durable on return.
    ///
    /// A record whose bytes are no longer those that were read is left as it is.
    /// - Returns: How many were replaced.
    func reseal(_ changes: [Resealing]) async throws -> Int

    /// Takes sealed bytes that were replaced out of the database's files, as far as nobody is reading them.
    func forgetReplacedBytes() async
}
