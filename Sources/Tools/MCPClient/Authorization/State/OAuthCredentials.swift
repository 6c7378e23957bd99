import AgentTools
import Foundation
import Secrets
import StreamingJSON

/// Everything that was agreed with one authorization server: the client, the tokens and their scopes.
///
/// It is bound to the issuer: nothing of it is sent to another one.
package struct OAuthCredentials: Sendable, Equatable {
    /// The issuer that it belongs to.
    var issuer: String
    /// The endpoint for refreshes.
    var tokenEndpoint: OAuthAddress
    /// The client.
    var client: OAuthClient
    /// The redirect address of the client's registration; `nil` if the client did not register itself.
    var registeredRedirect: String?
    /// The method of authentication.
    var method: TokenEndpointMethod
    /// The value of `resource`.
    var resource: String
    /// All scopes that were requested.
    var requested: OAuthScopes?
    /// The token for requests to the MCP server.
    var accessToken: SecretString
    /// The time at which the access token expires; `nil` if the server named none.
    var expiresAt: Date?
    /// The token for the next refresh.
    var refreshToken: SecretString?
}

extension OAuthCredentials {
    /// Returns the credentials after the answer to a refresh.
    func refreshed(by reply: TokenReply, at now: Date) -> OAuthCredentials {
        var copy = self
        copy.accessToken = reply.accessToken
        copy.expiresAt = reply.expiresIn.map { now.addingTimeInterval(Double($0)) }
        // A server that rotates refresh tokens sends a new one with each answer; without one the old one stays valid.
        copy.refreshToken = reply.refreshToken ?? refreshToken
        return copy
    }
}

extension OAuthCredentials {
    private static let version = 1

    /// The credentials as a document for the vault.
    var document: SecretString {
        func text(_ secret: SecretString) -> JSONValue {
            .string(secret.withBytes { String(decoding: $0, as: UTF8.self) })
        }
        var object: JSONObject = [
            "version": .integer(Self.version), "issuer": .string(issuer), "token_endpoint": .string(tokenEndpoint.text),
            "client_id": .string(client.id), "method": .string(method.rawValue), "resource": .string(resource),
            "access_token": text(accessToken),
        ]
        object["client_secret"] = client.secret.map(text)
        object["client_secret_expires_at"] = client.secretExpiresAt.map { .integer(Int($0.timeIntervalSince1970)) }
        object["redirect_uri"] = registeredRedirect.map { .string($0) }
        object["scope"] = requested.map { .string($0.text) }
        object["expires_at"] = expiresAt.map { .integer(Int($0.timeIntervalSince1970)) }
        object["refresh_token"] = refreshToken.map(text)
        return SecretString(JSONValue.object(object).serialized())
    }

    /// Reads a document of the vault; `nil` if another version wrote it.
    init?(document: SecretString) {
        let text = document.withBytes { String(decoding: $0, as: UTF8.self) }
        guard let object = try? JSONValue(parsing: text).objectValue, object["version"]?.intValue == Self.version,
            let issuer = object["issuer"]?.stringValue, let id = object["client_id"]?.stringValue,
            let endpoint = object["token_endpoint"]?.stringValue.flatMap({ OAuthAddress($0) }),
            let method = object["method"]?.stringValue.flatMap({ TokenEndpointMethod(rawValue: $0) }),
            let resource = object["resource"]?.stringValue, let token = object["access_token"]?.stringValue
        else { return nil }
        func date(_ name: String) -> Date? {
            object[name]?.intValue.map { Date(timeIntervalSince1970: Double($0)) }
        }
        var client = OAuthClient(id: id, secret: object["client_secret"]?.stringValue.map { SecretString($0) })
        client.secretExpiresAt = date("client_secret_expires_at")
        self.init(
            issuer: issuer,
            tokenEndpoint: endpoint,
            client: client,
            registeredRedirect: object["redirect_uri"]?.stringValue,
            method: method,
            resource: resource,
            requested: object["scope"]?.stringValue.flatMap { OAuthScopes(text: $0) },
            accessToken: SecretString(token),
            expiresAt: date("expires_at"),
            refreshToken: object["refresh_token"]?.stringValue.map { SecretString($0) }
        )
    }
}
