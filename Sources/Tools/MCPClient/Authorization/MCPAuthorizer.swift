public import KeyLeasing
public import Transport

/// The source of the credentials for requests to one MCP server.
///
/// The connection asks for credentials before each request, and reports afterwards whether the server accepted them:
///
/// ```
/// credentials(for:) ─▶ request ─▶ 2xx ─▶ accepted(_:)
///        ▲                  └──▶ 401, 402, 403 or 429 ─▶ refused(_:of:)
///        └───────────────────────────────── true ◀──────┘
/// ```
public protocol MCPAuthorizer: Sendable {
    /// Returns the credentials for one request.
    ///
    /// - Parameter url: The address of the server's endpoint.
    /// - Throws: An error whose description names the remedy for the operator; `CancellationError`.
    @concurrent func credentials(for url: String) async throws -> MCPCredentials

    /// Learns that the server accepted the credentials of a request.
    func accepted(_ credentials: MCPCredentials)

    /// Learns that the server refused a request, and returns whether to send it again with new credentials.
    ///
    /// The connection sends a request at most ``MCPRefusal/mostRepetitions`` times again.
    ///
    /// - Throws: An error whose description names the remedy for the operator; `CancellationError`.
    @concurrent func refused(_ refusal: MCPRefusal, of credentials: MCPCredentials) async throws -> Bool
}

extension MCPAuthorizer {
    /// Reports the lent key as accepted.
    public func accepted(_ credentials: MCPCredentials) { credentials.lease?.report(.accepted) }
}

/// The header fields that authorize one request.
public struct MCPCredentials: Sendable {
    /// The fields, which replace those of the same names.
    public var fields: HTTPHeaders
    /// The key of the vault that the fields contain; `nil` if they contain none.
    ///
    /// The key counts as lent until the last copy of the credentials is released.
    public var lease: KeyLease?

    /// No credentials.
    public static let none = MCPCredentials(fields: [:])

    /// Makes credentials.
    public init(fields: HTTPHeaders, lease: KeyLease? = nil) { (self.fields, self.lease) = (fields, lease) }
}

/// A server's refusal of a request because of its credentials.
public struct MCPRefusal: Sendable {
    /// The most repetitions of one request after refusals.
    public static let mostRepetitions = 3

    /// The address of the server's endpoint.
    public var url: String
    /// The HTTP status: 401, 402, 403 or 429.
    public var status: Int
    /// The values of `WWW-Authenticate`, in order, at most 8 of at most 8 KiB each.
    public var challenges: [String]
    /// The seconds of `Retry-After`.
    public var retryAfter: Int?

    /// Makes a refusal.
    public init(url: String, status: Int, challenges: [String] = [], retryAfter: Int? = nil) {
        (self.url, self.status, self.challenges, self.retryAfter) = (url, status, challenges, retryAfter)
    }
}

/// An authorizer without credentials.
public struct MCPNoAuthorization: MCPAuthorizer {
    /// Makes the authorizer.
    public init() {}

    /// Returns no fields.
    @concurrent public func credentials(for url: String) async throws -> MCPCredentials { .none }

    /// Returns false.
    @concurrent public func refused(_ refusal: MCPRefusal, of credentials: MCPCredentials) async throws -> Bool {
        false
    }
}
