public import FoundationEssentials

/// A store of the users of clients and of their identities.
///
/// A user is created at the first sight of one of its identities, in one transaction, and counted there against the client's quota.
public protocol UserStore: Sendable {
    /// Returns a user; `nil` if there is none.
    func user(_ owner: Owner) async throws -> EndUserRecord?

    /// Returns the user of an identity; `nil` if there is none.
    func user(of identity: UserIdentity, client: String) async throws -> EndUserRecord?

    /// Returns the user of an identity, and creates it if there is none, durably and in one transaction.
    ///
    /// Nobody is created for a client that was removed, because its erasure may have passed the users already.
    ///
    /// - Parameters:
    ///   - identity: The identity.
    ///   - record: The user to create; its creation is the time of the decision.
    ///   - quota: The most new users of the client and of the record's kind in 24 hours; `nil` for any number. Users that were erased
    ///     since count, too.
    func admit(identity: UserIdentity, asNew record: EndUserRecord, quota: Int?) async throws -> UserAdmission

    /// Returns the identities of a user, in the order in which they were linked.
    func identities(of owner: Owner) async throws -> [UserIdentityRecord]

    /// Returns a page of a client's users.
    func users(of client: String, _ query: UserQuery) async throws -> UserPage

    /// Whether a client has a user.
    func hasUsers(of client: String) async throws -> Bool

    /// Returns the owners of all blocked users.
    func blockedUsers() async throws -> [Owner]

    /// Replaces the user of the same owner, with its audit rows in one transaction; the time of the latest request and the creation are
    /// kept.
    ///
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` unless the stored user's revision is the one before the record's.
    ///   Nothing is written then.
    func updateUser(_ record: EndUserRecord, audit: AuditTrail) async throws

    /// Stores what was said about users in one transaction, without counting a change; later claims that are stored stay.
    func setClaims(_ claims: [Owner: UserClaims]) async throws

    /// Stores the times of the latest requests of users in one transaction; none is moved back.
    func setSeen(_ times: [Owner: Date]) async throws
}
