import AgentTools
package import KeyLeasing
import Transport

/// Credentials out of the vault: header fields of the declaration, with keys of the server's pool in the place of `{key}`.
package struct MCPKeyAuthorizer: MCPAuthorizer {
    private let server: String
    private let fields: [(name: String, prefix: String)]
    private let source: KeySource

    /// Makes an authorizer.
    ///
    /// - Parameters:
    ///   - fields: The fields and the text before the key.
    ///   - source: Lends the keys.
    package init(server: String, fields: [(name: String, prefix: String)], source: @escaping KeySource) {
        (self.server, self.fields, self.source) = (server, fields, source)
    }

    @concurrent package func credentials(for url: String) async throws -> MCPCredentials {
        guard let lease = try await UpstreamFailure.lease(source, host: server) else {
            throw MCPFailure(
                .unauthorized,
                of: server,
                "it needs a key, and there is none; add one with torii keys add \(server)"
            )
        }
        var headers = HTTPHeaders()
        for field in fields { headers.append(field.name, .secret(lease.secret, prefix: field.prefix)) }
        return MCPCredentials(fields: headers, lease: lease)
    }

    @concurrent package func refused(_ refusal: MCPRefusal, of credentials: MCPCredentials) async throws -> Bool {
        guard let lease = credentials.lease else { return false }
        switch refusal.status {
        case 402: lease.report(.outOfCredit)
        case 429: lease.report(.limited(retryAfter: refusal.retryAfter.map { .seconds($0) }))
        default: lease.report(.refused)
        }
        // Another key of the pool may be accepted; the same one is not.
        guard let next = try? await source() else { return false }
        return next.keyID != lease.keyID
    }
}
