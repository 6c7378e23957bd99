/// Everything sealed in a store, seen as one list, so that all of it can be sealed anew under another master key.
public protocol SealedRecordStore: Sendable {
    /// How many records are sealed under each master key, by its id.
    func sealedRecordCounts() async throws -> [String: Int]

    /// Records of one kind that are sealed under another master key than the one given, in order.
    /// - Parameters:
    ///   - kind: What they are.
    ///   - masterKeyID: The master key whose records are left out.
    ///   - record: The last record of the page before; `nil` for the first page.
    ///   - limit: The greatest number of records to return.
    func sealedRecords(
        _ kind: SealedRecord.Kind,
        notUnder masterKeyID: String,
        after record: SealedRecord?,
        limit: Int
    ) async throws -> [SealedRecord]

    /// Puts new sealed bytes in the place of those that were read, in one transaction that is durable on return.
    ///
    /// A record whose bytes are no longer those that were read is left as it is.
    /// - Returns: How many were replaced.
    func reseal(_ changes: [Resealing]) async throws -> Int

    /// Ends a re-wrap: the backend removes the replaced bytes from its storage, as far as no reader still needs them.
    ///
    /// It does not throw, because the records are sealed under the new key in any case.
    func finishResealing() async
}
