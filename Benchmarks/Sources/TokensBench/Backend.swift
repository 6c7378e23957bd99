import Crypto
import Foundation
import Programs

/// The backend of an app with users, which signs their tokens with a key that the server knows.
struct Backend {
    /// The URL of the server, which is the audience of the tokens.
    static let audience = "https://torii.example"

    /// The opaque token of the client.
    let token: String
    private let key = P256.Signing.PrivateKey()
    /// The id of the client, which is the issuer in its tokens.
    private let client: String
    /// The id of the key.
    private let keyID: String

    /// Makes the client and its issuer at a server.
    ///
    /// - Parameter folder: The folder for the public key.
    init(of torii: ToriiProcess, in folder: URL) throws {
        let made = try Self.object(torii, "clients create app --scope chat --scope tools:* --scope users")
        token = try Self.text("token", "secret", in: made)
        client = try Self.text("client", "id", in: made)
        // The opaque token of the other client has no limits either.
        let limits = "--requests-per-minute none --concurrent-runs none --tokens-per-day none"
        _ = try Self.object(torii, "clients users app --on \(limits) --plan default:storage-mb=none")
        let file = folder.appendingPathComponent("backend.pem")
        try key.publicKey.pemRepresentation.write(to: file, atomically: true, encoding: .utf8)
        let issuer = try Self.object(torii, "issuers add app backend --public-key \(file.path)")
        keyID = try Self.text("issuer", "id", in: issuer)
    }

    /// Returns a new token of about a kibibyte, which is valid for an hour.
    func token(of user: String) throws -> String {
        let time = Int(Date().timeIntervalSince1970)
        // The roles and groups that issuers add to the claims.
        let roles = (0..<20).map { "\"orders:read:department-\($0)\"" }.joined(separator: ",")
        let claims = """
            {"iss":"\(client)","aud":"\(Self.audience)","sub":"\(user)","iat":\(time),"exp":\(time + 3600),\
            "jti":"\(UUID().uuidString)","roles":[\(roles)]}
            """
        let header = #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let text = Self.encoded(Data(header.utf8)) + "." + Self.encoded(Data(claims.utf8))
        return text + "." + Self.encoded(try key.signature(for: Data(text.utf8)).rawRepresentation)
    }

    /// Encodes bytes in base64 for URLs, without padding.
    private static func encoded(_ bytes: Data) -> String {
        bytes.base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Returns the answer to a command, whose words have no spaces.
    private static func object(_ torii: ToriiProcess, _ command: String) throws -> [String: Any] {
        let output = try torii.output(of: command.split(separator: " ").map(String.init) + ["--json"])
        guard let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] else {
            throw ChildProcess.Failure("torii \(command) printed no object.")
        }
        return object
    }

    private static func text(_ member: String, _ name: String, in object: [String: Any]) throws -> String {
        guard let text = (object[member] as? [String: Any])?[name] as? String else {
            throw ChildProcess.Failure("An answer of torii has no \(member).\(name).")
        }
        return text
    }
}
