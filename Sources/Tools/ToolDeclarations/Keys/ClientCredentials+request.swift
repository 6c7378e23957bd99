import FoundationEssentials
package import Secrets

extension ClientCredentials {
    /// Returns the header fields and the form of a request for a token (RFC 6749 §4.4.2).
    ///
    /// The key is a JSON object with `id` and `secret`. In `Authorization` both are encoded as in a form first (§2.3.1).
    ///
    /// - Throws: ``KeyFormFault`` if the key lacks one of them.
    package func tokenRequest(_ key: SecretString) throws(KeyFormFault) -> (headers: RequestCredentials, form: [UInt8])
    {
        let stored = StoredKey(key)
        let (id, secret) = (try stored.member("id"), try stored.member("secret"))
        var headers = RequestCredentials()
        var fields: [(String, [UInt8])] = [("grant_type", Array(grant.utf8))]
        if let scope { fields.append(("scope", Array(scope.utf8))) }
        if let audience { fields.append(("audience", Array(audience.utf8))) }
        switch proof {
        case .basic:
            let pair = PercentEncoding.form.encode(id) + [UInt8(ascii: ":")] + PercentEncoding.form.encode(secret)
            let text = Array("Basic ".utf8) + Array(Data(pair).base64EncodedString().utf8)
            headers.headers.append(.init("Authorization", SecretString(utf8: text)))
        case .body: fields += [("client_id", id), ("client_secret", secret)]
        }
        let pairs = fields.map { Array("\($0.0)=".utf8) + PercentEncoding.form.encode($0.1) }
        return (headers, Array(pairs.joined(separator: [UInt8(ascii: "&")])))
    }
}
