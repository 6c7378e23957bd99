public import FoundationEssentials

/// Where clients and the hashes of their tokens are kept.
///
/// A client and its tokens are read and written as one. Every change is durable on return, with its audit rows.
public protocol ClientStore: ErasureStore {
    /// All clients, in the order in which they were made.
    func clients() async throws -> [ClientRecord]

    /// Stores a new client with its tokens.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when the id, or the id or the hash of a token, is known already.
    func addClient(_ record: ClientRecord, audit: AuditTrail) async throws

    /// Puts a client in the place of the one with the same id; tokens that it does not have any more are gone.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` unless the stored client's revision is the one before the record's.
    ///   Nothing is written then.
    func updateClient(_ record: ClientRecord, audit: AuditTrail) async throws

    /// Removes a client and its tokens, not its usage; false, and nothing written, when there is no such client.
    ///
    /// - Parameter time: The time at which an erasure of the client's other data is recorded, in the same transaction; nil keeps the data.
    func removeClient(_ id: String, erasingSince time: Date?, audit: AuditTrail) async throws -> Bool
}
