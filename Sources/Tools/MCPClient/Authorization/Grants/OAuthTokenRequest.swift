import AgentTools
import Foundation
import Secrets
import Transport

/// A request to a token endpoint (RFC 6749 §4.1.3, §4.4.2 and §6).
struct OAuthTokenRequest: Sendable {
    /// The way to a token.
    enum Grant: Sendable {
        /// The code of an authorization, with the address and the secret that it was requested with.
        case code(SecretString, redirectURI: String, verifier: SecretString)
        /// A refresh token.
        case refresh(SecretString)
        /// The permission of the client itself.
        case client(OAuthScopes?)
    }

    /// The grant.
    var grant: Grant
    /// The MCP server that the token is for; always sent (RFC 8707).
    var resource: String
    /// The client.
    var client: OAuthClient
    /// The method of authentication.
    var method: TokenEndpointMethod
    /// The signed statement for the method with a private key.
    var assertion: SecretString?

    /// The header fields.
    var headers: HTTPHeaders {
        var headers: HTTPHeaders = ["Content-Type": .plain(FormBody.mediaType), "Accept": "application/json"]
        if method == .basic { headers.append("Authorization", .secret(basicCredentials, prefix: "Basic ")) }
        return headers
    }

    /// The form.
    var body: [UInt8] {
        var form = FormBody()
        switch grant {
        case .code(let code, let redirectURI, let verifier):
            form.append("grant_type", "authorization_code")
            form.append("code", code)
            form.append("redirect_uri", redirectURI)
            form.append("code_verifier", verifier)
        case .refresh(let token):
            form.append("grant_type", "refresh_token")
            form.append("refresh_token", token)
        case .client(let scopes):
            form.append("grant_type", "client_credentials")
            if let scopes { form.append("scope", scopes.text) }
        }
        form.append("resource", resource)
        switch method {
        case .basic: break
        case .none: form.append("client_id", client.id)
        case .post:
            form.append("client_id", client.id)
            if let secret = client.secret { form.append("client_secret", secret) }
        case .privateKey:
            form.append("client_id", client.id)
            form.append("client_assertion_type", ClientAssertion.type)
            if let assertion { form.append("client_assertion", assertion) }
        }
        return form.bytes
    }

    /// Id and secret, each encoded as in a form (RFC 6749 §2.3.1), in base64.
    private var basicCredentials: SecretString {
        var text: [UInt8] = []
        FormBody.encode(client.id.utf8, into: &text)
        text.append(UInt8(ascii: ":"))
        client.secret?.withBytes { FormBody.encode($0, into: &text) }
        defer { text.wipe() }
        return SecretString(utf8: Array(Data(text).base64EncodedData()))
    }
}
