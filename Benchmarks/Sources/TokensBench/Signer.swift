import Accounts
import Crypto
import Foundation

/// An issuer with one P-256 key, which publishes it and signs tokens of about a kibibyte.
struct Signer: IssuerReader {
    static let issuer = "https://issuer.example"
    static let audience = "https://torii.example"
    /// The address of the key set.
    static let keys = "https://issuer.example/keys"

    private let key = P256.Signing.PrivateKey()

    /// Returns a token that is valid for an hour.
    ///
    /// - Parameter id: The id of the token, by which one of the same user differs.
    func token(of user: String, id: Int) throws -> String {
        let time = Int(Date().timeIntervalSince1970)
        // The roles and groups that issuers add to the claims.
        let roles = (0..<20).map { #""orders:read:department-\#($0)""# }.joined(separator: ",")
        let claims = """
            {"iss":"\(Self.issuer)","aud":"\(Self.audience)","sub":"\(user)","iat":\(time),"exp":\(time + 3600),\
            "jti":"\(id)","roles":[\(roles)]}
            """
        let text =
            Self.encoded(#"{"alg":"ES256","kid":"bench"}"#.utf8) + "." + Self.encoded(claims.utf8)
        return text + "." + Self.encoded(try key.signature(for: Data(text.utf8)).rawRepresentation)
    }

    func check(_ address: String) {}

    /// Returns the key set, the only document.
    func document(at address: String, tag: String?) async -> IssuerDocument? {
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Self.encoded(point.prefix(32)), Self.encoded(point.suffix(32)))
        let set = #"{"keys":[{"kty":"EC","crv":"P-256","kid":"bench","x":"\#(x)","y":"\#(y)"}]}"#
        return IssuerDocument(bytes: Array(set.utf8))
    }

    /// Encodes bytes in base64 for URLs, without padding.
    private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
