import FoundationEssentials
package import Secrets
import StreamingJSON

/// A client as an authorization server knows it.
package struct OAuthClient: Sendable, Equatable {
    /// The client's id.
    package var id: String
    /// The client's secret; `nil` for a public client.
    package var secret: SecretString?
    /// The method of the client's registration; `nil` if it names none.
    var method: TokenEndpointMethod?
    /// The time at which the secret expires.
    var secretExpiresAt: Date?

    /// Makes a client that was registered by hand.
    package init(id: String, secret: SecretString? = nil) { (self.id, self.secret) = (id, secret) }

    /// The length of an id and of a secret that are accepted, in bytes.
    private static let longest = 4096

    /// Reads the response to a registration (RFC 7591 §3.2.1); `nil` if it has no valid id.
    init?(registration document: JSONObject) {
        guard let id = document["client_id"]?.stringValue, !id.isEmpty, id.utf8.count <= Self.longest else {
            return nil
        }
        self.id = id
        if let secret = document["client_secret"]?.stringValue, !secret.isEmpty {
            guard secret.utf8.count <= Self.longest else { return nil }
            self.secret = SecretString(secret)
        }
        method = document["token_endpoint_auth_method"]?.stringValue.flatMap { TokenEndpointMethod(rawValue: $0) }
        if let seconds = document["client_secret_expires_at"]?.intValue, seconds > 0 {
            secretExpiresAt = Date(timeIntervalSince1970: Double(seconds))
        }
    }
}

/// A method by which a client authenticates at the token endpoint.
enum TokenEndpointMethod: String, Sendable {
    /// The client only names itself.
    case none
    /// Id and secret in the field `Authorization`.
    case basic = "client_secret_basic"
    /// Id and secret in the form.
    case post = "client_secret_post"
    /// A statement signed with the client's key.
    case privateKey = "private_key_jwt"

    /// Returns the method for a client.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - hasPrivateKey: Whether the client signs statements.
    ///   - hasSecret: Whether the client has a secret.
    ///   - supported: The methods in the server's metadata; `nil` means `client_secret_basic` (RFC 8414 §2).
    static func choice(
        for client: OAuthClient,
        hasPrivateKey: Bool,
        hasSecret: Bool,
        supported: [String]?
    ) -> TokenEndpointMethod {
        if hasPrivateKey { return .privateKey }
        let supported = supported?.compactMap { TokenEndpointMethod(rawValue: $0) }
        if let method = client.method, method == .none || hasSecret, supported?.contains(method) ?? true {
            return method
        }
        guard hasSecret else { return .none }
        return [.basic, .post, .none].first { supported?.contains($0) ?? true } ?? .basic
    }

    /// Returns the method to register with.
    static func registered(supported: [String]?) -> TokenEndpointMethod {
        let supported = supported?.compactMap { TokenEndpointMethod(rawValue: $0) } ?? [.basic]
        return [.none, .basic, .post].first(where: supported.contains) ?? .none
    }
}
