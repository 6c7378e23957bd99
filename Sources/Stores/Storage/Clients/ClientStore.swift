public import FoundationEssentials

/// A store of clients, the hashes of their tokens, and their users.
///
/// A client and its tokens are read and written together. Every change is durable on return, with its audit rows.
public protocol ClientStore: ErasureStore, BrowserSessionStore, RevisionStore, UserStore {
    /// Returns all clients, in the order in which they were created.
    func clients() async throws -> RevisedList<ClientRecord>

    /// Stores a new client with its tokens.
    /// - Returns: The revision of the list after the change.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the id, or the id or the hash of a token, is stored already.
    @discardableResult
    func addClient(_ record: ClientRecord, audit: AuditTrail) async throws -> Int

    /// Replaces the client with the same id; tokens that the new record does not have are deleted.
    /// - Returns: The revision of the list after the change.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` unless the stored client's revision is the one before the record's.
    ///   Nothing is written then.
    @discardableResult
    func updateClient(_ record: ClientRecord, audit: AuditTrail) async throws -> Int

    /// Deletes a client and its tokens, but not its usage.
    ///
    /// - Parameter time: The time at which an erasure of the client's other data is recorded, in the same transaction; `nil` keeps the
    ///   data.
    /// - Returns: The revision of the list after the change; `nil`, and nothing is written, if there is no such client.
    func removeClient(_ id: String, erasingSince time: Date?, audit: AuditTrail) async throws -> Int?
}
