/// A store of everything that is sealed, as one list, so that all of it can be sealed under another master key.
public protocol SealedRecordStore: Sendable {
    /// Returns the number of records that are sealed under each master key, by the id of the key.
    func sealedRecordCounts() async throws -> [String: Int]

    /// Returns a page of the records of one kind that are sealed under any other master key than this one.
    /// - Parameters:
    ///   - kind: The kind of the records.
    ///   - masterKeyID: The id of the master key whose records are left out.
    ///   - record: The last record of the page before; `nil` for the first page.
    ///   - limit: The greatest number of records to return.
    func sealedRecords(
        _ kind: SealedRecord.Kind,
        notUnder masterKeyID: String,
        after record: SealedRecord?,
        limit: Int
    ) async throws -> [SealedRecord]

    /// Replaces sealed bytes, in one transaction that is durable on return.
    ///
    /// A record whose bytes have changed since they were read is left as it is.
    /// - Returns: The number of records that were changed.
    func reseal(_ changes: [Resealing]) async throws -> Int

    /// Ends a re-wrap: the backend removes the replaced bytes from its storage, except while a reader still needs them.
    ///
    /// It does not throw, because the records are sealed under the new key in any case.
    func finishResealing() async
}
