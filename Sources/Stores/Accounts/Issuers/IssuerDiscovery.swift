import StreamingJSON

/// The discovery document of an issuer (OpenID Connect Discovery §4, RFC 8414).
struct IssuerDiscovery: Sendable {
    /// The issuer as tokens name it; with a place for tenants, as Entra ID writes it.
    let issuer: String

    /// The place of a tenant in an issuer, and the word in its place where the documents of all tenants are.
    private static let (tenantPlace, allTenants) = ("{tenantid}", "common")

    /// The addresses at which the document may be, the first one first.
    var addresses: [String] {
        var base = issuer.replacing(Self.tenantPlace, with: Self.allTenants)
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        var addresses = ["\(base)/.well-known/openid-configuration"]
        let parts = base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count >= 3 {
            let path = parts.count == 4 ? "/\(parts[3])" : ""
            addresses.append("\(parts[0])//\(parts[2])/.well-known/oauth-authorization-server\(path)")
        }
        return addresses
    }

    /// Returns the address of the key set.
    ///
    /// - Throws: ``IssuerFault`` if there is no document, or one of another issuer or without an allowed address.
    func keyAddress(by reader: any IssuerReader) async throws(IssuerFault) -> String {
        for address in addresses {
            guard let document = try await reader.document(at: address, tag: nil) else { continue }
            let options = JSONParseOptions(maximumDepth: 32, repeatedNames: .refuse)
            guard let bytes = document.bytes, let members = try? JSONValue(parsing: bytes, options: options) else {
                throw IssuerFault(
                    "The document at \(address.excerpt(upTo: 200)) is not a JSON object. Check the issuer."
                )
            }
            // Another one could bring its own keys for tokens of this one (OpenID Connect Discovery §4.3).
            guard let written = members["issuer"]?.stringValue, written.utf8.elementsEqual(issuer.utf8) else {
                let name = members["issuer"]?.stringValue?.excerpt(upTo: 200) ?? "nothing"
                throw IssuerFault(
                    "The document at \(address.excerpt(upTo: 200)) names the issuer \(name), and not \(issuer.excerpt(upTo: 200)). "
                        + "Write the issuer as the document does, also its last slash."
                )
            }
            guard let keys = members["jwks_uri"]?.stringValue else {
                throw IssuerFault(
                    "The document at \(address.excerpt(upTo: 200)) names no key set (jwks_uri), so its tokens cannot be checked."
                )
            }
            try reader.check(keys)
            return keys
        }
        throw IssuerFault(
            "The issuer \(issuer.excerpt(upTo: 200)) has no discovery document. Check its spelling, or name its keys."
        )
    }
}
