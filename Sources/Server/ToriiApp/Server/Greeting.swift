import Accounts
import AgentRuntime
import AgentServer
import AgentWire
import KeyVault
import Secrets
import Storage

/// The text for the operator when the server is ready.
public struct Greeting: Sendable {
    /// The port that the server listens on.
    public let port: Int
    /// The separate port for administrators, if there is one.
    public let adminPort: Int?
    /// The server's address, the tokens created at this start, and a command that works as pasted.
    ///
    /// First tokens are only here or in the file that it names, because the database stores their hashes.
    public let text: String

    init(
        port: Int,
        adminPort: Int? = nil,
        settings: Settings,
        issued: FirstStartTokens.Issued,
        models: [ModelReference],
        obstacle: String? = nil,
        codes: BrowserSessions? = nil
    ) {
        self.port = port
        self.adminPort = adminPort
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        let reachable = Self.reachable(settings.host)
        let names = models.map(\.description).joined(separator: ", then ")
        var lines = [
            "", "Torii listens on http://\(host):\(port) with the model\(models.count > 1 ? "s" : "") \(names).",
        ]
        if let obstacle { lines.append("Until this changes, no message is answered: \(obstacle).") }
        if let adminPort, let adminHost = settings.adminAddress?.host {
            let host = adminHost.contains(":") ? "[\(adminHost)]" : adminHost
            lines.append("Administrators use http://\(host):\(adminPort).")
        }
        switch issued {
        case .shown(let tokens):
            for (kind, token) in tokens {
                lines.append("Your \(kind.rawValue) token, shown only once: \(token.shown)")
            }
        case .written(let path, let kinds):
            let tokens = kinds.map(\.rawValue).joined(separator: " and the ") + " token" + (kinds.count > 1 ? "s" : "")
            lines.append(
                "The \(tokens) of this first start: in \(path), readable by this user only. Store them, then delete the file."
            )
        }
        // Only where the operator alone sees them: who has a link is signed in.
        let chat = Self.page(settings.host, port, publicURL: settings.publicURL)
        if let chat, let code = codes?.issueCode(for: .client)?.code {
            lines += [
                "", "Open the chat page, signed in, within ten minutes:", "",
                "  \(chat)/#code=\(code.shown)",
            ]
        }
        let console =
            settings.adminAddress.map { Self.page($0.host, adminPort ?? $0.port, publicURL: nil) } ?? chat
        if let console, let code = codes?.issueCode(for: .admin)?.code {
            lines += [
                "", "Open the operator's console, signed in, within ten minutes:", "",
                "  \(console)/admin/#code=\(code.shown)",
            ]
        }
        let token = issued.clientToken?.shown ?? Self.placeholder(settings)
        lines += [
            "", codes == nil ? "Try it:" : "Or try it here:", "",
            """
              curl http://\(reachable):\(port)/v1/chat -H "Authorization: Bearer \(token)" \\
                -H 'Content-Type: application/json' \\
                -d '{"message": "Add \\"A4 paper\\" to the inventory, quantity 10"}'
            """,
            "",
        ]
        text = lines.joined(separator: "\n")
    }

    /// Returns the URL at which a browser can sign in; `nil` if there is none, because the address is neither of this machine nor https.
    private static func page(_ host: String, _ port: Int, publicURL: String?) -> String? {
        let isOfThisMachine = Listener.isLoopback(host) || ["0.0.0.0", "::"].contains(host)
        if isOfThisMachine { return "http://\(reachable(host)):\(port)" }
        guard let publicURL, publicURL.lowercased().hasPrefix("https://") else { return nil }
        return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }

    /// Returns an address at which this machine reaches a server that listens on `host`, in the form for a URL.
    static func reachable(_ host: String) -> String {
        if ["0.0.0.0", "::"].contains(host) { return "127.0.0.1" }
        return host.contains(":") ? "[\(host)]" : host
    }

    /// Returns the placeholder for a client token that is not printed again.
    private static func placeholder(_ settings: Settings) -> String {
        settings.clientToken == nil ? "<the client token of the first start>" : "<your TORII_CLIENT_TOKEN>"
    }
}
