/// A store of the issuers of tokens for users.
///
/// An issuer belongs to a stored client and is deleted with it. Every change is durable on return, with its audit rows.
public protocol IssuerStore: RevisionStore {
    /// Returns the issuers of all clients, in the order in which they were added.
    func issuers() async throws -> RevisedList<IssuerRecord>

    /// Stores a new issuer.
    /// - Returns: The revision of the list after the change.
    /// - Throws: `StoreError` with code `conflict` if there is no such client, or the id or the name within the client is stored already.
    @discardableResult
    func addIssuer(_ record: IssuerRecord, audit: AuditTrail) async throws -> Int

    /// Replaces the name and the settings of the issuer with the same id.
    /// - Returns: The revision of the list after the change.
    /// - Throws: `StoreError` with code `conflict` unless the stored issuer's revision is the one before the record's. Nothing is written
    ///   then.
    @discardableResult
    func updateIssuer(_ record: IssuerRecord, audit: AuditTrail) async throws -> Int

    /// Deletes an issuer.
    /// - Returns: The revision of the list after the change; `nil`, and nothing is written, if there is no such issuer.
    func removeIssuer(_ id: String, audit: AuditTrail) async throws -> Int?
}
