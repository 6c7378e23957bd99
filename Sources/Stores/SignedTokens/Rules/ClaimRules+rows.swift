import StreamingJSON

extension ClaimRules {
    /// Checks that no token can fit this row and another one, also of another client.
    ///
    /// - Throws: ``SignedTokensError`` with the issuer of the row, if the two overlap.
    public func checkApart(from other: ClaimRules) throws(SignedTokensError) {
        guard overlaps(other) else { return }
        let isOfBackend = settings.keySource == .publicKeys || settings.keySource == .secret
        throw SignedTokensError(
            .overlapping,
            isOfBackend
                ? "A second issuer for the client's backend would accept the same token. Add the key to public_keys of the first "
                    + "one, or remove that one."
                : "Two issuers with the name \(settings.issuer.excerpt(upTo: 200)) would accept the same token. Bind each to "
                    + "other audiences or parties, and none as dedicated."
        )
    }

    /// Whether a token can fit this row and another one.
    public func overlaps(_ other: ClaimRules) -> Bool {
        let (left, right) = (settings, other.settings)
        let names = [right.issuer] + right.otherIssuers
        guard
            ([left.issuer] + left.otherIssuers).contains(where: { name in names.contains { Self.mayBeSame(name, $0) } })
        else { return false }
        if left.isDedicated || right.isDedicated { return true }
        func areApart(_ left: [String], _ right: [String]) -> Bool {
            !left.isEmpty && !right.isEmpty && !left.contains(where: right.hasExactly)
        }
        return !areApart(left.audiences, right.audiences) && !areApart(left.parties, right.parties)
    }

    /// Whether a token can have two issuers, one of which may have a place for tenants.
    private static func mayBeSame(_ left: String, _ right: String) -> Bool {
        func covers(_ issuer: String, _ other: String) -> Bool {
            guard let place = issuer.firstRange(of: tenantPlace) else { return false }
            return other.hasPrefix(issuer[..<place.lowerBound]) && other.hasSuffix(issuer[place.upperBound...])
        }
        return left.isExactly(right) || covers(left, right) || covers(right, left)
    }

    /// Returns the index of the row that a token is for: step 4.
    ///
    /// The issuer, the audience and the party are read for this before the signature is checked, and used for nothing else.
    public static func index(for token: CompactToken, in rows: [ClaimRules]) throws(TokenRefusal) -> Int {
        let claims = token.claims
        guard let issuer = claims.text("iss") else { throw TokenRefusal(.issuerMissing, at: .issuer) }
        let ofIssuer = rows.indices.filter { rows[$0].isIssued(claims) }
        guard !ofIssuer.isEmpty else {
            if claims.isForGraph { throw TokenRefusal(.graphToken, at: .issuer) }
            let near = rows.map(\.settings.issuer).filter { issuer.isOfOtherTenant(than: $0) }
            throw TokenRefusal(
                near.isEmpty ? .issuerUnknown : .otherTenant,
                at: .issuer,
                found: issuer,
                expected: list(near.isEmpty ? rows.map(\.settings.issuer) : near)
            )
        }
        let bound = ofIssuer.filter { rows[$0].isBound(to: claims) }
        guard let index = bound.first else {
            throw unbound(claims, ofIssuer.map { rows[$0] }).of(rows[ofIssuer[0]].settings)
        }
        guard bound.count == 1 else { throw TokenRefusal(.severalRows, at: .issuer, found: issuer) }
        return index
    }

    /// Returns some texts as one line.
    private static func list(_ texts: [String]) -> String {
        texts.prefix(4).map { $0.excerpt(upTo: 200) }.joined(separator: ", ")
    }

    private static func unbound(_ claims: TokenClaims, _ rows: [ClaimRules]) -> TokenRefusal {
        if claims.isForGraph { return TokenRefusal(.graphToken, at: .issuer) }
        if rows.allSatisfy({ $0.settings.kind == .access }), claims.markOfID != nil {
            return TokenRefusal(.idToken, at: .issuer, found: claims.markOfID)
        }
        guard claims["aud"] == nil || claims.audiences != nil else {
            return TokenRefusal(.audienceUnreadable, at: .issuer)
        }
        let audiences = rows.flatMap(\.settings.audiences)
        let hasAudience = claims.audiences.map { $0.contains(where: audiences.hasExactly) } ?? false
        if audiences.isEmpty || hasAudience {
            return TokenRefusal(
                .otherParty,
                at: .issuer,
                found: claims.party,
                expected: list(rows.flatMap(\.settings.parties))
            )
        }
        return TokenRefusal(.otherAudience, at: .issuer, found: claims.audiences.map(list), expected: list(audiences))
    }

    /// Whether the issuer is that of the row, byte by byte.
    private func isIssued(_ claims: TokenClaims) -> Bool {
        guard let issuer = claims.text("iss") else { return false }
        return ([issuerName(of: claims)].compactMap { $0 } + settings.otherIssuers).hasExactly(issuer)
    }

    /// The name of the row's issuer in a token, with the token's tenant at its place.
    func issuerName(of claims: TokenClaims) -> String? {
        settings.tenants.isEmpty ? settings.issuer : Self.name(settings.issuer, of: claims)
    }

    private static func name(_ issuer: String, of claims: TokenClaims) -> String? {
        guard let place = issuer.firstRange(of: tenantPlace) else { return issuer }
        guard let tenant = claims.text("tid"), isTenant(tenant) else { return nil }
        return issuer[..<place.lowerBound] + tenant + issuer[place.upperBound...]
    }

    /// Whether a key may sign for the token's issuer.
    ///
    /// A set for several tenants has to restrict each key.
    func mayUse(_ key: VerificationKey, for claims: TokenClaims) -> Bool {
        guard let issuer = key.issuer else { return settings.tenants.isEmpty }
        guard let name = Self.name(issuer, of: claims), let own = claims.text("iss") else { return false }
        return name.isExactly(own)
    }

    private func isBound(to claims: TokenClaims) -> Bool {
        if !settings.audiences.isEmpty {
            guard let audiences = claims.audiences, audiences.contains(where: settings.audiences.hasExactly) else {
                return false
            }
        } else if claims["aud"] != nil, claims.audiences == nil {
            return false
        }
        if settings.parties.isEmpty || settings.isDedicated && !claims.hasParty { return true }
        return claims.party.map(settings.parties.hasExactly) ?? false
    }
}

extension TokenClaims {
    /// Whether one of the claims that can name a party is present.
    fileprivate var hasParty: Bool { ["azp", "client_id", "cid"].contains { members[$0] != nil } }

    /// Whether the token is for Microsoft Graph, whose tokens only Graph can check.
    fileprivate var isForGraph: Bool {
        let graph = [
            "https://graph.microsoft.com", "https://graph.microsoft.com/", "00000003-0000-0000-c000-000000000000",
        ]
        return audiences?.contains(where: graph.hasExactly) ?? false
    }
}

extension String {
    /// Whether the addresses have one host and different paths, as those of two tenants of one provider.
    ///
    /// A slash at the end is a misspelling of the same issuer.
    fileprivate func isOfOtherTenant(than other: String) -> Bool {
        let (own, other) = (partsOfAddress, other.partsOfAddress)
        return own.count == 4 && other.count == 4 && own[2].isExactly(other[2]) && !own[3].isExactly(other[3])
    }

    /// The scheme, nothing, the host and the path without its last slash.
    private var partsOfAddress: [String] {
        let address = hasSuffix("/") ? dropLast() : self[...]
        return address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    }
}
