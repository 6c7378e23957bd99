import SignedTokens
import Storage

extension Issuers {
    /// Checks a token as a request with it would be, and returns the steps and what the request would have.
    ///
    /// Nobody is created, and nothing is stored.
    ///
    /// - Throws: `StoreError` if a user cannot be read.
    public func trial(of token: String, for client: String, by clients: Clients) async throws -> TokenTrial {
        let own = Accepted(among: rows.filter { $0.record.client == client })
        switch await check(token, among: own, by: nil) {
        case .accepted(let verified, let row, _):
            let (isAccepted, result) = try await outcome(of: verified, row, by: clients)
            return TokenTrial(
                isAccepted: isAccepted,
                issuer: row.record.name,
                lines: TokenVerdict.accepted(verified).lines,
                result: result
            )
        case .refused(let refusal, let row, _):
            return TokenTrial(isAccepted: false, issuer: row?.record.name, lines: TokenVerdict.refused(refusal).lines)
        case .unavailable(let time):
            let faults = own.rows.compactMap(\.keys.state.fault?.description)
            let seconds = Int((time / .seconds(1)).rounded(.up))
            let line = "5 key: The issuer's keys cannot be read now; the next attempt is in \(seconds) s."
            return TokenTrial(isAccepted: false, issuer: nil, lines: [line] + faults)
        case .unknown: return TokenTrial(isAccepted: false, issuer: nil, lines: ["4 issuer: The client has no issuer."])
        }
    }

    /// Returns whether a request with a genuine token is admitted, and lines about its user, or about the refusal.
    private func outcome(
        of token: VerifiedToken,
        _ row: Row,
        by clients: Clients
    ) async throws -> (isAccepted: Bool, lines: [String]) {
        let account = Principal(owner: Owner(client: row.record.client), name: "", scopes: [], shares: [])
        guard let client = clients.current(account) else {
            return (false, ["Refused (401): The client is revoked, or has expired. Change its expiry, or use another."])
        }
        let user: UserPreview
        do {
            user = try await clients.users.preview(of: client, TokenStatements(token, of: row))
        } catch let refusal as UserRefusal {
            return (false, [refusal.operatorText])
        }
        let principal = user.principal.narrowed(by: token)
        let scopes = principal.scopes.sorted().map(\.description).joined(separator: ", ")
        var lines = [
            "User: \(user.isNew ? "a new user" : principal.owner.user ?? "")",
            "Plan: \(principal.plan?.name ?? UserPlan.standard)",
            "Organization: \(principal.organization ?? "none")",
            "Scopes: \(scopes.isEmpty ? "none" : scopes)",
        ]
        if let refusal = user.refusal {
            lines.append(refusal.operatorText)
        } else if scopes.isEmpty {
            lines.append(
                token.scopes == nil
                    ? "Warning: The users of the client have no scopes, so that their requests are refused (403). "
                        + "Add some with torii clients users --scope."
                    : "Warning: The token has no scope that the client's users have, so that its requests are refused "
                        + "(403). Let the issuer write some, or remove scopes from the issuer's claims."
            )
        }
        return (user.refusal == nil, lines)
    }
}

extension UserRefusal {
    /// The text for the operator: the answer of the API to the refused user, and the remedy.
    fileprivate var operatorText: String {
        switch self {
        case .noUsers:
            "Refused (403): The client has no users. Switch them on with torii clients users --on."
        case .blocked:
            "Refused (403): The user is blocked. Accept its requests again with torii users unblock."
        case .signedOut:
            "Refused (401): The user was signed out after the token was issued. Let the app get a new token; one "
                + "without iat counts as older than every sign-out."
        case .invalidIdentity:
            "Refused (400): The issuer, the user or the organization has more than \(Users.longestName) bytes or "
                + "control characters. Name another claim."
        case .limited, .erasuresLimited:
            "Refused (429): There were too many requests of this kind. Try again later."
        }
    }
}
