/// Where the hashes of access tokens are kept.
public protocol ClientTokenStore: Sendable {
    /// All tokens, in the order in which they were issued.
    func clientTokens() async throws -> [ClientTokenRecord]

    /// Stores a token; durable on return.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when the id or the hash is known already.
    func addClientToken(_ record: ClientTokenRecord) async throws
}
