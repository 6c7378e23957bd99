package import Crypto
import FoundationEssentials
import KeyVault
import SignedTokens
import Storage
import Synchronization
import Telemetry

extension Issuers: SignedTokenAuthentication {
    /// Whether there is an issuer.
    package var isNeeded: Bool { !accepted.rows.isEmpty }

    /// Whether the row of a token is as it was when the token was admitted.
    package func accepts(_ source: TokenSource) -> Bool { row(source.issuer)?.source == source }

    /// Returns the result of authenticating a signed token: from memory if it was checked lately, and else by all steps.
    ///
    /// While an issuer's keys cannot be read, an unsigned token with its name and an audience of it is answered as unavailable, and one
    /// with other names as unknown, so that anybody can find out which issuers there are. An app would sign its user out otherwise, and
    /// the names are no secret.
    package func authenticate(
        _ presented: String,
        hash: HMAC<SHA256>.MAC,
        by clients: Clients,
        obstacle: @escaping Users.Obstacle
    ) async throws -> Authentication {
        let key = TokenCache.Key(hash)
        if let entry = cache.withLock({ $0.entry(for: key) }), let row = row(entry.source.issuer),
            // If no key may be used, the steps report it; a reading that is due continues beside the request.
            row.keys.refreshIfDue(), row.source == entry.source
        {
            guard let token = entry.token else { return count("expired", .refused(TokenRefusal.expiredText)) }
            return try await counted("cached") {
                try await admit(token, of: row, entry.source, by: clients, obstacle)
            }
        }
        let start = ContinuousClock.now
        let result = await check(presented, among: accepted, by: clients)
        counts.withLock { $0.checkTime.record(start.duration(to: .now)) }
        switch result {
        case .unknown: return count("unknown", .unknown)
        case .unavailable(let time):
            let seconds = max(1, Int((time / .seconds(1)).rounded(.up)))
            return count("unavailable", .unavailable(retryAfterSeconds: seconds))
        case .refused(let refusal, let row?, let source?) where refusal.step > .signature:
            if refusal.reason == .expired, row.source == source {
                cache.withLock { $0.insert(TokenCache.Entry(token: nil, source: source), for: key) }
            }
            return count(refusal.reason == .expired ? "expired" : "\(refusal.step)", .refused(refusal.callerText))
        // Until the signature is verified, anybody may have written the token, so that the caller learns nothing.
        case .refused(let refusal, _, _): return count("\(refusal.step)", .unknown)
        case .accepted(let token, let row, let source):
            cache.withLock { $0.insert(TokenCache.Entry(token: token, source: source), for: key) }
            return try await counted("accepted") {
                try await admit(token, of: row, source, by: clients, obstacle)
            }
        }
    }

    private func count(_ outcome: String, _ result: Authentication) -> Authentication {
        counts.withLock { $0.outcomes[outcome, default: 0] += 1 }
        return result
    }

    /// Counts an admission; the outcome is that of one without refusal.
    private func counted(_ outcome: String, _ admit: () async throws -> Authentication) async throws -> Authentication {
        do {
            let result = try await admit()
            return switch result {
            case .accepted: count(outcome, result)
            case .revoked: count("revoked", result)
            default: count("expired", result)
            }
        } catch let refusal as UserRefusal {
            counts.withLock { $0.outcomes[refusal == .blocked ? "blocked" : "refused", default: 0] += 1 }
            throw refusal
        }
    }

    /// The result of all steps.
    enum Check: Sendable {
        case accepted(VerifiedToken, Row, TokenSource)
        /// The row is `nil` if the token is for none.
        case refused(TokenRefusal, Row?, TokenSource?)
        /// The issuer's keys cannot be read.
        case unavailable(retryAfter: Duration)
        /// The token is for users of a client that is revoked.
        case unknown
    }

    /// Checks a token by all steps, and once more with newer keys if it is by an unknown one.
    ///
    /// - Parameter clients: The clients, of which one that was revoked causes no request to its issuers; `nil` for a trial.
    func check(_ presented: String, among accepted: Accepted, by clients: Clients?) async -> Check {
        let token: CompactToken
        let row: Row
        do throws(TokenRefusal) {
            token = try CompactToken(presented, allowsSecrets: accepted.allowsSecrets)
            let index = try ClaimRules.index(for: token, in: accepted.rules)
            row = accepted.rows[index]
        } catch {
            return .refused(error, nil, nil)
        }
        guard let rules = row.settings?.rules, clients.map({ $0.holder(row.record.client) != nil }) ?? true else {
            return .unknown
        }
        do throws(IssuerKeys.Unavailable) {
            var keys = try await row.keys.current()
            var verdict = rules.verdict(on: token, keys: keys.set, at: vault.now())
            if case .refused(let refusal) = verdict, refusal.mayLackKey {
                let newer = try await row.keys.current(newerThan: keys.version)
                if newer.version > keys.version {
                    keys = newer
                    verdict = rules.verdict(on: token, keys: keys.set, at: vault.now())
                }
            }
            let source = TokenSource(issuer: row.record.id, generation: row.generation, losses: keys.losses)
            return switch verdict {
            case .accepted(let token): .accepted(token, row, source)
            case .refused(let refusal): .refused(refusal, row, source)
            }
        } catch {
            return .unavailable(retryAfter: error.retryAfter)
        }
    }

    /// Returns the principal of a genuine token.
    private func admit(
        _ token: VerifiedToken,
        of row: Row,
        _ source: TokenSource,
        by clients: Clients,
        _ obstacle: @escaping Users.Obstacle
    ) async throws -> Authentication {
        guard token.notAfter > vault.now() else { return .refused(TokenRefusal.expiredText) }
        let account = Principal(owner: Owner(client: row.record.client), name: "", scopes: [], shares: [])
        guard let client = clients.current(account) else { return .revoked }
        let statements = TokenStatements(token, of: row)
        var principal = try await clients.users.principal(
            of: client,
            identity: statements.identity,
            kind: statements.kind,
            plan: statements.plan,
            hasPlan: statements.hasPlan,
            organization: statements.organization,
            issuedAt: statements.issuedAt,
            claimedAt: statements.claimedAt,
            obstacle: { obstacle($0.narrowed(by: token)) }
        )
        principal = principal.narrowed(by: token)
        principal.grant = TokenGrant(source: source, issuedAt: statements.issuedAt, notAfter: token.notAfter)
        return .accepted(principal)
    }
}

extension Principal {
    /// Returns the user with the scopes that it and its token have.
    func narrowed(by token: VerifiedToken) -> Principal {
        guard let words = token.scopes else { return self }
        var principal = self
        principal.scopes = scopes.narrowed(to: Set(words.compactMap { try? Scope($0) }))
        return principal
    }
}
