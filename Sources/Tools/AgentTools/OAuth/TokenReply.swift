package import Secrets
package import StreamingJSON

/// The answer of a token endpoint (RFC 6749 §5).
package struct TokenReply: Sendable {
    /// The token for requests to the MCP server.
    package let accessToken: SecretString
    /// The seconds for which the token is valid; `nil` if the server names none.
    package let expiresIn: Int?
    /// The token for the next refresh; `nil` if the server sends no new one.
    package let refreshToken: SecretString?
    /// The scopes of the token; `nil` if they are the requested ones.
    package let scopes: OAuthScopes?

    /// The length of a token that is accepted, in bytes.
    private static let longest = 16 << 10

    /// Reads the answer.
    ///
    /// - Throws: ``OAuthFailure`` if the server refused the request or its answer has no usable token.
    package init(status: Int, _ document: JSONObject?, from host: String) throws(OAuthFailure) {
        if let code = document?["error"]?.stringValue.flatMap(Self.errorCode) {
            throw OAuthFailure(.refused, "\(host) refused to issue a token: \(code).", serverCode: code)
        }
        guard (200..<300).contains(status) else {
            throw OAuthFailure(.refused, "\(host) refused to issue a token (HTTP \(status)).")
        }
        guard let document, let token = Self.token(document["access_token"]),
            document["token_type"]?.stringValue?.lowercased() == "bearer"
        else {
            throw OAuthFailure(.unusable, "\(host) sent no bearer token that can be used. Report this to its operator.")
        }
        accessToken = token
        expiresIn = document["expires_in"]?.doubleValue.map { Int(min(max($0, 0), 10 * 365 * 86_400)) }
        refreshToken = Self.token(document["refresh_token"])
        scopes = document["scope"]?.stringValue.flatMap { OAuthScopes(text: $0) }
    }

    /// Returns an error code; `nil` if it is not a short word.
    package static func errorCode(_ text: String) -> String? {
        let isWord =
            !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy {
                ("a"..."z").contains(Unicode.Scalar($0)) || ("A"..."Z").contains(Unicode.Scalar($0))
                    || ("0"..."9").contains(Unicode.Scalar($0)) || "_-.".utf8.contains($0)
            }
        return isWord ? text : nil
    }

    /// Returns a token; `nil` if it is missing, too long or contains bytes that a header field must not have.
    private static func token(_ value: JSONValue?) -> SecretString? {
        guard let text = value?.stringValue, !text.isEmpty, text.utf8.count <= longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return SecretString(text)
    }
}
