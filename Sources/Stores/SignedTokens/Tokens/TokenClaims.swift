import StreamingJSON

/// The claims of a token: step 3.
struct TokenClaims: Sendable {
    let members: JSONObject

    init(parsing bytes: [UInt8]) throws(TokenRefusal) {
        let options = JSONParseOptions(
            maximumDepth: CompactToken.deepestClaims,
            maximumByteCount: CompactToken.longest
        )
        guard let document = try? JSONDocument(parsing: bytes, options: options),
            let members = document.value.objectValue
        else { throw TokenRefusal(.claimsUnreadable, at: .claims) }
        if let repeated = document.repeatedNames.first {
            throw TokenRefusal(.claimsRepeat, at: .claims, found: repeated.path.description)
        }
        self.members = members
    }

    subscript(name: String) -> JSONValue? { members[name] }

    /// Returns a claim that is a text.
    func text(_ name: String) -> String? { members[name]?.stringValue }

    /// The audiences; `nil` if `aud` is absent or is neither a text nor a list of texts.
    var audiences: [String]? {
        switch members["aud"] {
        case .string(let audience)?: return [audience]
        case .array(let elements)?:
            let texts = elements.compactMap(\.stringValue)
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }

    /// The client for which the token was issued: the first of `azp`, `client_id` and `cid` that is present, if it is a text.
    var party: String? {
        for name in ["azp", "client_id", "cid"] { if let party = members[name] { return party.stringValue } }
        return nil
    }

    /// Returns a time in seconds since 1970, which may have a fraction (RFC 7519 §2).
    ///
    /// - Returns: `nil` if the claim is absent.
    func time(_ name: String) throws(TokenRefusal) -> Double? {
        guard let value = members[name] else { return nil }
        // Beyond the year 9999 a number is a mistake, and dates lose their meaning.
        guard let seconds = value.doubleValue, seconds.magnitude < 253_402_300_800 else {
            throw TokenRefusal(.timeUnreadable, at: .time, found: name)
        }
        return seconds
    }
}
