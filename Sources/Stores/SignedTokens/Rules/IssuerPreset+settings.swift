import StreamingJSON

extension IssuerPreset {
    /// Returns the row of a tenant with its binding, which ``ClaimRules/init(_:)`` checks.
    ///
    /// - Throws: ``SignedTokensError`` that names the tenant or the binding to add.
    public func settings(
        tenants: [String] = [],
        audiences: [String] = [],
        parties: [String] = []
    ) throws(SignedTokensError) -> ClaimRules.Settings {
        var settings = ClaimRules.Settings(issuer: issuer)
        if let issuerOfTenants, tenants.count > 1 || tenants.first == ClaimRules.allTenants {
            settings.issuer = issuerOfTenants
            settings.tenants = tenants
        } else {
            settings.issuer = try issuer(of: tenants)
        }
        settings.otherIssuers = otherIssuers
        settings.keySource = keySource
        (settings.kind, settings.use) = (kind, use)
        settings.user = try user.map { name throws(SignedTokensError) in try ClaimPath(name) }
        (settings.audiences, settings.parties) = (audiences, parties)
        if let anonymous {
            settings.anonymous = ClaimRequirement(try ClaimPath(anonymous.claim), oneOf: [anonymous.value])
        }
        switch binding {
        case .audience(let place) where audiences.isEmpty: throw unbound("Add --audience: \(place).")
        case .party(let place) where parties.isEmpty: throw unbound("Add --party: \(place).")
        case .audienceOrParty(let place) where audiences.isEmpty && parties.isEmpty:
            throw unbound("Add --audience or --party: \(place).")
        case .tenant: settings.audiences = tenants
        case .dedicated(let audience):
            settings.isDedicated = true
            if let audience, audiences.isEmpty { settings.audiences = [audience] }
        default: break
        }
        return settings
    }

    private func unbound(_ remedy: String) -> SignedTokensError {
        SignedTokensError(.unbound, "The preset \(name) would accept the tokens of all apps of the issuer. \(remedy)")
    }

    private func issuer(of tenants: [String]) throws(SignedTokensError) -> String {
        guard let example = tenant else {
            if tenants.isEmpty { return issuer }
            throw SignedTokensError(.setting, "The preset \(name) has no tenants. Leave --tenant out.")
        }
        // The last slash separates, because a host of Keycloak may have a path.
        let isPair = example.contains("/")
        var parts = tenants.first.map { [$0] } ?? []
        if isPair, let tenant = tenants.first, let slash = tenant.lastIndex(of: "/") {
            parts = [String(tenant[..<slash]), String(tenant[tenant.index(after: slash)...])]
        }
        guard tenants.count == 1, parts.count == (isPair ? 2 : 1), parts.allSatisfy(Self.isPartOfAddress),
            issuerOfTenants == nil || ClaimRules.isTenant(parts[0])
        else {
            throw SignedTokensError(
                .setting,
                "The preset \(name) needs one tenant of the form \(example). Add it with --tenant, without https."
            )
        }
        return parts.enumerated().reduce(into: issuer) { issuer, part in
            guard let place = issuer.firstRange(of: "{\(part.offset)}") else { return }
            issuer.replaceSubrange(place, with: part.element)
        }
    }

    /// Whether a part of a tenant stays in its place of an address.
    private static func isPartOfAddress(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && !text.hasPrefix("/") && !text.hasSuffix("/") && !text.contains("..")
            && !text.contains("//")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._:/".utf8.contains(byte)
                }
            }
    }
}
