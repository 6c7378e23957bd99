import FoundationEssentials
import KeyVault
import Storage
import Synchronization

/// The user that a request with a token would have.
struct UserPreview: Sendable {
    /// The user as the sender of the request, with its plan and organization.
    let principal: Principal
    /// Whether the request would create the user.
    let isNew: Bool
    /// The reason why the user's requests are refused; `nil` if they are not.
    let refusal: UserRefusal?
}

extension Users {
    /// Returns the user that a request with a token would have; nobody is created, and nothing is stored.
    ///
    /// A quota of new users that has no room is not looked at.
    ///
    /// - Throws: ``UserRefusal`` if there is no user to show; `StoreError`.
    func preview(of client: Principal, _ token: TokenStatements) async throws -> UserPreview {
        guard let settings = client.users else { throw UserRefusal.noUsers }
        guard Self.isName(token.identity.issuer), Self.isName(token.identity.subject),
            token.organization.map(Self.isName) ?? true
        else { throw UserRefusal.invalidIdentity }
        let key = UserTable.Key(client: client.owner.client, identity: token.identity)
        let claims = Self.claims(
            of: token.identity,
            kind: token.kind,
            plan: token.plan,
            hasPlan: token.hasPlan,
            organization: token.organization,
            at: token.claimedAt,
            settings
        )
        var known = table.withLock { $0.entry(of: key) }
        if known == nil {
            let record = try await store.user(of: token.identity, client: key.client)
            known = record.map { UserTable.Entry($0) }
        }
        var entry = known ?? UserTable.Entry(newRecord(of: key, claims, at: vault.now()))
        if entry.yields(to: claims, isNow: false) { entry.apply(claims) }
        var refusal: UserRefusal?
        if isBlocked(entry.owner) {
            refusal = .blocked
        } else if Self.isSignedOut(token.issuedAt, entry.validFrom, settings) {
            refusal = .signedOut
        }
        return UserPreview(
            principal: Self.principal(entry, of: client, settings),
            isNew: known == nil,
            refusal: refusal
        )
    }
}
