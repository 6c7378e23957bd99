public import FoundationEssentials
import StreamingJSON

extension ClaimRules {
    /// Checks a text against rows: all steps.
    ///
    /// A shell that fetches keys does the same in three parts: ``CompactToken/init(_:allowsSecrets:)``, ``index(for:in:)``, and
    /// ``verdict(on:keys:at:provenKey:nonce:)`` again after a refusal that a newer key set may lift.
    ///
    /// - Parameter keys: Returns the keys of a row.
    public static func verdict(
        on text: String,
        rules: [ClaimRules],
        at now: Date,
        provenKey: String? = nil,
        nonce: String? = nil,
        keys: (Int) -> KeySet
    ) -> TokenVerdict {
        do throws(TokenRefusal) {
            let token = try CompactToken(text, allowsSecrets: rules.contains { $0.settings.keySource == .secret })
            let index = try index(for: token, in: rules)
            return rules[index].verdict(on: token, keys: keys(index), at: now, provenKey: provenKey, nonce: nonce)
        } catch {
            return .refused(error)
        }
    }

    /// Checks a token that is for this row: steps 5 to 10.
    ///
    /// - Parameters:
    ///   - provenKey: The thumbprint (RFC 7638) of the key whose possession the sender has proven.
    ///   - nonce: The nonce that an ID token has to have, if the app has sent one.
    public func verdict(
        on token: CompactToken,
        keys: KeySet,
        at now: Date,
        provenKey: String? = nil,
        nonce: String? = nil
    ) -> TokenVerdict {
        do throws(TokenRefusal) {
            let claims = token.claims
            // The caller may have chosen another row.
            _ = try Self.index(for: token, in: [self])
            let key = try keys.key(for: token.header) { key in
                settings.algorithms?.contains(token.header.algorithm) != false && mayUse(key, for: claims)
            }
            guard key.isValid(token.signature, of: token.signedBytes, by: token.header.algorithm) else {
                throw TokenRefusal(.signature, at: .signature, found: token.header.keyID)
            }
            let end = try checkTimes(claims, at: now.timeIntervalSince1970)
            try checkKind(of: token)
            if settings.kind == .id { try checkID(claims, nonce: nonce) }
            try checkTenant(claims)
            for requirement in settings.requirements where !requirement.isMet(by: claims) {
                throw TokenRefusal(.requirement, at: .binding, found: requirement.path.description)
            }
            let boundKey = try provenSender(claims, provenKey)
            return .accepted(
                VerifiedToken(
                    issuer: settings.tenants.isEmpty ? settings.issuer : claims.text("iss") ?? settings.issuer,
                    user: try user(of: claims),
                    tokenID: Self.text(claims["jti"]),
                    notAfter: Date(timeIntervalSince1970: end),
                    issuedAt: try claims.time("iat").map { Date(timeIntervalSince1970: $0) },
                    boundKey: boundKey,
                    organization: Self.text(settings.organization?.value(in: claims)),
                    plan: Self.text(settings.plan?.value(in: claims)),
                    hasPlan: settings.plan?.value(in: claims) != nil,
                    scopes: settings.scopes.map { Self.scopes($0.value(in: claims)) },
                    isAnonymous: settings.anonymous?.isMet(by: claims) ?? false
                )
            )
        } catch {
            return .refused(error.of(settings))
        }
    }

    // MARK: - Step 7

    /// Checks the times, and returns the end with its leeway.
    private func checkTimes(_ claims: TokenClaims, at now: Double) throws(TokenRefusal) -> Double {
        let leeway = Double(settings.leeway)
        guard claims["exp"] != nil, let end = try claims.time("exp") else { throw TokenRefusal(.endMissing, at: .time) }
        let (start, issued) = (try claims.time("nbf"), try claims.time("iat"))
        if end <= now - leeway {
            throw TokenRefusal(.expired, at: .time, found: Self.span(now - end), expected: Self.span(leeway))
        }
        for (name, time) in [("nbf", start), ("iat", issued)] {
            guard let time, time > now + leeway else { continue }
            throw TokenRefusal(
                .notYetValid,
                at: .time,
                found: "\(name) \(Self.span(time - now))",
                expected: Self.span(leeway)
            )
        }
        // Without its issue, a token has at least the time that is left.
        let lifetime = end - (issued ?? now)
        guard lifetime <= Double(settings.maximumLifetime) else {
            let maximum = Self.span(Double(settings.maximumLifetime))
            throw TokenRefusal(.livesTooLong, at: .time, found: Self.span(lifetime), expected: maximum)
        }
        return end + leeway
    }

    /// Returns a number of seconds for people.
    private static func span(_ seconds: Double) -> String {
        Int(exactly: seconds.rounded(.up)).map { "\($0) s" } ?? "a time that cannot be counted"
    }

    // MARK: - Step 8

    private func checkKind(of token: CompactToken) throws(TokenRefusal) {
        let claims = token.claims
        let type = claims.text("typ")?.lowercased()
        if claims["events"] != nil || ["refresh", "offline", "logout"].contains(type) {
            throw TokenRefusal(.otherToken, at: .binding, found: type ?? "events")
        }
        switch settings.kind {
        case .access:
            if let mark = claims.markOfID { throw TokenRefusal(.idToken, at: .binding, found: mark) }
            guard token.header.kind == .accessToken || !settings.requiresAccessTokenType else {
                throw TokenRefusal(.untyped, at: .binding)
            }
        case .id:
            if token.header.kind == .accessToken || type == "bearer" || claims["token_use"].map({ $0 != "id" }) == true
            {
                throw TokenRefusal(.accessToken, at: .binding)
            }
        }
    }

    private func checkID(_ claims: TokenClaims, nonce: String?) throws(TokenRefusal) {
        if let nonce, claims.text("nonce")?.isExactly(nonce) != true { throw TokenRefusal(.nonce, at: .binding) }
        guard let audiences = claims.audiences, audiences.count > 1 else { return }
        guard let party = claims.text("azp"), (settings.audiences + settings.parties).hasExactly(party) else {
            throw TokenRefusal(.otherParty, at: .binding, found: claims.text("azp"), expected: settings.audiences.first)
        }
    }

    private func checkTenant(_ claims: TokenClaims) throws(TokenRefusal) {
        guard !settings.tenants.isEmpty, !settings.tenants.hasExactly(Self.allTenants) else { return }
        guard let tenant = claims.text("tid"), settings.tenants.hasExactly(tenant) else {
            let tenants = settings.tenants.prefix(4).joined(separator: ", ")
            throw TokenRefusal(.otherTenant, at: .binding, found: claims.text("tid"), expected: tenants)
        }
    }

    // MARK: - Steps 9 and 10

    private func provenSender(_ claims: TokenClaims, _ provenKey: String?) throws(TokenRefusal) -> String? {
        guard let confirmation = claims["cnf"] else { return nil }
        guard let members = confirmation.objectValue, members.count == 1, let key = members["jkt"]?.stringValue else {
            throw TokenRefusal(.confirmationUnknown, at: .sender)
        }
        guard let provenKey, provenKey.isExactly(key) else { throw TokenRefusal(.proofRequired, at: .sender) }
        return key
    }

    /// Returns the user's name at the issuer; of several claims, the values with a space between.
    private func user(of claims: TokenClaims) throws(TokenRefusal) -> String {
        var parts: [String] = []
        for path in settings.user {
            guard let value = path.value(in: claims) else {
                throw TokenRefusal(.userMissing, at: .user, found: path.description)
            }
            // A space within a value could make two users one.
            guard let text = Self.text(value), settings.user.count == 1 || !text.utf8.contains(0x20) else {
                throw TokenRefusal(.userUnusable, at: .user, found: path.description)
            }
            parts.append(text)
        }
        let name = parts.joined(separator: " ")
        guard name.utf8.count <= Self.longestName else {
            throw TokenRefusal(
                .userUnusable,
                at: .user,
                found: settings.user.map(\.description).joined(separator: ", ")
            )
        }
        return name
    }

    /// Returns a text of 1 to 256 bytes without characters that control a terminal or a line.
    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.stringValue, (1...longestName).contains(text.utf8.count) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            // The JSON reader adds this character to long runs of marks; with it two texts could be read as one.
            default: scalar.value != 0x034F
            }
        }
        return isPlain ? text : nil
    }

    private static func scopes(_ value: JSONValue?) -> [String] {
        let texts = value?.stringValue.map { $0.split(separator: " ").map(String.init) }
        return Array(
            (texts ?? value?.arrayValue?.compactMap(\.stringValue) ?? []).compactMap { text(.string($0)) }.prefix(100)
        )
    }
}

extension TokenClaims {
    /// The claim that only an ID token has; `nil` if there is none.
    var markOfID: String? {
        if let name = ["nonce", "at_hash", "c_hash"].first(where: { members[$0] != nil }) { return name }
        if text("token_use") == "id" { return "token_use" }
        return text("typ")?.lowercased() == "id" ? "typ" : nil
    }
}
