import StreamingJSON

/// A signed token in the compact form (RFC 7515 §3.1), read and not yet verified: steps 1 to 3.
///
/// Until ``ClaimRules/verdict(on:keys:at:provenKey:nonce:)`` has accepted it, its claims choose a row of issuers and mean nothing else.
public struct CompactToken: Sendable {
    /// The maximum length of a token and of its claims, in bytes.
    public static let longest = 8192

    /// The maximum nesting of arrays and objects in the claims.
    static let deepestClaims = 32

    /// The header.
    public let header: TokenHeader
    let claims: TokenClaims
    /// The bytes under the signature: header and claims as they arrived.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    /// Reads a token.
    ///
    /// - Parameter allowsSecrets: Whether any row has a shared secret. Without one, HS256 is refused with the header.
    public init(_ text: String, allowsSecrets: Bool = false) throws(TokenRefusal) {
        let text = Array(text.utf8.prefix(Self.longest + 1))
        guard text.count <= Self.longest else { throw TokenRefusal(.tooLong, at: .shape) }
        let dot = UInt8(ascii: ".")
        let parts = text.split(separator: dot, maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw TokenRefusal(.notThreeParts, at: .shape, found: Self.form(of: text, parts: parts.count))
        }
        guard let header = Base64URL.bytes(of: parts[0]), let claims = Base64URL.bytes(of: parts[1]),
            let signature = Base64URL.bytes(of: parts[2])
        else { throw TokenRefusal(.notBase64URL, at: .shape) }
        self.header = try TokenHeader(parsing: header, allowsSecrets: allowsSecrets)
        self.claims = try TokenClaims(parsing: claims)
        signedBytes = Array(text[..<parts[1].endIndex])
        self.signature = signature
    }

    /// The words for a token of this server, and for three parts of which one is empty.
    static let (ofTorii, emptyPart) = ("a token of Torii", "an empty part")

    /// Returns the words for a text that has not the form of a signed token.
    private static func form(of text: [UInt8], parts: Int) -> String {
        if text.starts(with: "torii_".utf8) { return ofTorii }
        return parts == 3 ? emptyPart : "\(parts) \(parts == 1 ? "part" : "parts")"
    }
}
