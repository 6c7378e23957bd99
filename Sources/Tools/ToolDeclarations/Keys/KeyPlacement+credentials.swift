import FoundationEssentials
package import Secrets

extension KeyPlacement {
    /// Returns what proves the key in a request.
    ///
    /// - Parameters:
    ///   - key: The stored key.
    ///   - token: The token that the key obtained, for `oauth2`.
    ///   - request: The request as it will be sent, for signatures.
    ///   - time: The seconds since 1970, for signatures.
    /// - Throws: ``KeyFormFault`` if the key does not have the parts that the placement needs.
    package func credentials(
        _ key: SecretString,
        token: SecretString? = nil,
        for request: DeclaredRequest,
        at time: Int
    ) throws(KeyFormFault) -> RequestCredentials {
        let stored = StoredKey(key)
        var credentials = RequestCredentials()
        var cookies: [UInt8] = []
        func add(_ name: String, _ bytes: [UInt8]) throws(KeyFormFault) {
            guard bytes.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }) else {
                throw KeyFormFault("the stored key has characters that the header field \(name) cannot have")
            }
            credentials.headers.append(.init(name, SecretString(utf8: bytes)))
        }
        for part in parts {
            switch part {
            case .bearer(let template): try add("Authorization", Array("Bearer ".utf8) + stored.text(template))
            case .header(let name, let template): try add(name, stored.text(template))
            case .query(let name, let template):
                let value = PercentEncoding.unreserved.encode(try stored.text(template))
                credentials.query.append(.init(name, SecretString(utf8: value)))
            case .cookie(let name, let template):
                let value = try stored.text(template)
                guard !value.contains(where: { " \",;\\".utf8.contains($0) }) else {
                    throw KeyFormFault("the stored key has characters that a cookie cannot have")
                }
                cookies += (cookies.isEmpty ? [] : Array("; ".utf8)) + Array("\(name)=".utf8) + value
            case .basic(let user, let password):
                let name = try stored.text(user)
                guard !name.contains(UInt8(ascii: ":")) else {
                    throw KeyFormFault(
                        "the user name in the stored key contains ':', which Basic authentication cannot send"
                    )
                }
                let pair = Data(name + [UInt8(ascii: ":")] + (try stored.text(password)))
                try add("Authorization", Array("Basic ".utf8) + Array(pair.base64EncodedString().utf8))
            case .oauth2:
                guard let token else { throw KeyFormFault("the key has obtained no token yet") }
                try add("Authorization", Array("Bearer ".utf8) + token.withBytes { Array($0) })
            case .sigV4(let region, let service):
                let signer = SigV4Signer(region: region, service: service, time: time)
                for field in try signer.fields(for: request, stored) { try add(field.name, field.value) }
            case .hmac(let signature):
                for field in signature.fields(for: request, key: stored.whole, at: time) {
                    try add(field.name, field.value)
                }
            }
        }
        if !cookies.isEmpty { try add("Cookie", cookies) }
        return credentials
    }
}
