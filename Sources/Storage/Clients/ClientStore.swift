public import FoundationEssentials

/// A store of clients and the hashes of their tokens.
///
/// A client and its tokens are read and written together. Every change is durable on return, with its audit rows.
public protocol ClientStore: ErasureStore, BrowserSessionStore {
    /// Returns all clients, in the order in which they were created.
    func clients() async throws -> [ClientRecord]

    /// Stores a new client with its tokens.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the id, or the id or the hash of a token, is stored already.
    func addClient(_ record: ClientRecord, audit: AuditTrail) async throws

    /// Replaces the client with the same id; tokens that the new record does not have are deleted.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` unless the stored client's revision is the one before the record's.
    ///   Nothing is written then.
    func updateClient(_ record: ClientRecord, audit: AuditTrail) async throws

    /// Deletes a client and its tokens, but not its usage; false, and nothing is written, if there is no such client.
    ///
    /// - Parameter time: The time at which an erasure of the client's other data is recorded, in the same transaction; `nil` keeps the
    ///   data.
    func removeClient(_ id: String, erasingSince time: Date?, audit: AuditTrail) async throws -> Bool
}
