import AgentRuntime
import Foundation
import KeyVault
import Secrets

/// What the operator reads when the server is ready.
struct Greeting: Sendable {
    let settings: Settings
    let firstStart: FirstStartTokens
    let models: ModelCatalog

    /// Prints it: where the server listens, the tokens made at this start, and a line that works as pasted.
    func print(port: Int) {
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let reachable = ["0.0.0.0", "[::]"].contains(host) ? "127.0.0.1" : host
        var lines = ["", "Torii listens on http://\(host):\(port) with the model \(models.preferred.reference)."]
        for (kind, token) in firstStart.issued {
            // The one time that a token is shown: it is stored as a hash only.
            let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
            lines.append("Your \(kind.rawValue) token, shown this once: \(text)")
        }
        let token = clientToken
        lines += [
            "", "Try it:", "",
            """
              curl -N http://\(reachable):\(port)/v1/chat -H "Authorization: Bearer \(token)" \\
                -H 'Content-Type: application/json' \\
                -d '{"message": "Add \\"A4 paper\\" to the inventory, quantity 10"}'
            """,
            "",
        ]
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    private var clientToken: String {
        guard let issued = firstStart.issued.first(where: { $0.kind == .client }) else {
            return settings.clientToken == nil ? "<the token shown at the first start>" : "$TORII_CLIENT_TOKEN"
        }
        return issued.token.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
