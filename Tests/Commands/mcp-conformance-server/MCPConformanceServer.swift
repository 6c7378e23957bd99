import AgentServer
import Crypto
import Foundation
import Hummingbird
import Logging
import ModelContextProtocol

/// A server with the tools, resources and prompts that the official conformance suite of the Model Context Protocol calls.
///
/// It has the HTTP code of the product and no tokens. `mcp-conformance-server 3900` serves `http://localhost:3900/mcp`.
@main
struct MCPConformanceServer {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3900
        var logger = Logger(label: "mcp-conformance-server")
        logger.logLevel = .warning
        let http = HTTPListener(
            .init(
                listener: .clients,
                host: "127.0.0.1",
                otherHosts: [],
                maximumConnections: 512,
                maximumConnectionsPerAddress: 512,
                connectionLimits: ConnectionClock.Limits(),
                trustedProxies: TrustedProxies(),
                cors: CORSPolicy()
            ),
            mcp: MCPServer(seal: ProcessSeal(), now: { Int(Date().timeIntervalSince1970) }),
            offering: ConformanceOffer(),
            logger: logger
        )
        let application = Application(
            responder: http.responder,
            server: http.server,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let text = "Serving http://localhost:\(channel.localAddress?.port ?? port)/mcp\n"
                FileHandle.standardOutput.write(Data(text.utf8))
            },
            logger: logger
        )
        try await application.runService()
    }
}

/// Authenticates states with a key of this process.
private struct ProcessSeal: StateSeal {
    private let key = SymmetricKey(size: .bits256)

    func code(for bytes: [UInt8]) -> [UInt8] { Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key)) }
}
