import AgentTools
package import KeyLeasing
package import Secrets
import StreamingJSON
package import Transport

/// Checks a key of a declared server: it asks for the server's list of tools with that key.
package struct MCPServerKeyChecker: KeyChecker {
    private let declaration: MCPServerDeclaration
    private let client: HTTPClient

    /// Makes a checker.
    package init(_ declaration: MCPServerDeclaration, client: HTTPClient) {
        (self.declaration, self.client) = (declaration, client)
    }

    /// Returns whether the server is asked over HTTP with a key: a command reads its key only when it starts.
    package func canCheck(_ upstream: String) -> Bool {
        guard declaration.needsKey, case .http = declaration.endpoint else { return false }
        return true
    }

    package func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        guard declaration.needsKey else { return .unknown(reason: "the declaration of \(upstream) has no {key}") }
        guard case .http(let url, let fields) = declaration.endpoint else {
            return .unknown(reason: "the key of a command is used only when it starts")
        }
        var plain = HTTPHeaders()
        for field in fields where !field.hasKey { plain.append(field.name, .plain(field.text)) }
        let connection = MCPConnection(
            to: url,
            server: upstream,
            client: client,
            authorizer: declaration.keyAuthorizer(KeyLease.source(of: secret)),
            fields: plain,
            options: MCPConnectionOptions(revision: declaration.revision, deadline: .seconds(10))
        )
        do {
            _ = try await connection.request(
                "tools/list",
                [:],
                MCPCallOptions(deadline: .seconds(15), isRepeatable: true)
            )
            await connection.close()
            return .verified
        } catch let failure as MCPFailure where failure.code == .unauthorized {
            return .invalid(reason: "the server refused it")
        } catch {
            return .unknown(reason: "the server did not list its tools")
        }
    }
}
