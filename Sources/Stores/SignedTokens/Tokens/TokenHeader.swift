import StreamingJSON

/// The header of a token: step 2.
///
/// Nothing in it chooses a key from outside: members that carry a key, or its address, are refused.
public struct TokenHeader: Sendable {
    /// The kind of token that `typ` declares.
    public enum Kind: Sendable {
        /// No `typ`, or `JWT`.
        case unspecific
        /// `at+jwt`: an access token (RFC 9068).
        case accessToken
    }

    /// The algorithm that the token claims to be signed with; the key has the last word.
    public let algorithm: SignatureAlgorithm
    /// The id of the key.
    public let keyID: String?
    /// The kind of token.
    public let kind: Kind

    /// The maximum length of a header and of a key's id, in bytes.
    static let (longest, longestKeyID) = (2048, 256)

    /// Members that make a reader without the extension wrong, or that bring a stranger's key, with the reason to refuse them.
    private static let refusedMembers: [(name: String, reason: TokenRefusal.Reason)] = [
        ("crit", .criticalExtension), ("b64", .criticalExtension), ("zip", .compressed), ("enc", .compressed),
        ("jku", .foreignKey), ("x5u", .foreignKey), ("jwk", .foreignKey),
    ]

    init(parsing bytes: [UInt8], allowsSecrets: Bool) throws(TokenRefusal) {
        let options = JSONParseOptions(maximumDepth: 4, maximumByteCount: Self.longest)
        guard let document = try? JSONDocument(parsing: bytes, options: options),
            let members = document.value.objectValue
        else { throw TokenRefusal(.headerUnreadable, at: .header) }
        guard document.repeatedNames.isEmpty else { throw TokenRefusal(.headerRepeats, at: .header) }
        for (name, reason) in Self.refusedMembers where members[name] != nil {
            throw TokenRefusal(reason, at: .header, found: name)
        }
        guard let algorithm = members["alg"]?.stringValue.flatMap(SignatureAlgorithm.init(named:)),
            allowsSecrets || algorithm != .hs256
        else { throw TokenRefusal(.algorithmUnknown, at: .header, found: members["alg"]?.stringValue) }
        self.algorithm = algorithm
        switch members["kid"] {
        case nil: keyID = nil
        case .string(let text)? where text.utf8.count <= Self.longestKeyID: keyID = text
        default: throw TokenRefusal(.keyIDUnreadable, at: .header)
        }
        kind = try Self.kind(of: members["typ"])
    }

    private static func kind(of type: JSONValue?) throws(TokenRefusal) -> Kind {
        guard let type else { return .unspecific }
        // Media types are the same in small and capital letters (RFC 2045 §5.1).
        switch type.stringValue.map({ $0.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 } }) {
        case Array("jwt".utf8)?, Array("application/jwt".utf8)?: return .unspecific
        case Array("at+jwt".utf8)?, Array("application/at+jwt".utf8)?: return .accessToken
        default: throw TokenRefusal(.otherKind, at: .header, found: type.stringValue)
        }
    }
}
