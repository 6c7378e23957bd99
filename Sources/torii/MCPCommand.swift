import ArgumentParser
import Foundation
import ToriiApp

/// `torii mcp`: the tools for an assistant that starts Torii as a program.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve MCP over standard input and output.",
        discussion: """
            For desktop assistants, which start this command themselves. Without a URL it uses the data folder; if a server uses the \
            folder, it calls that server. With a URL it passes every message to that server. The token for a server is in TORII_TOKEN, \
            or in a file. Only messages are written to the standard output, and the log to the standard error. The command ends when \
            the assistant closes its end.
            """
    )

    @Option(help: "The server to call (TORII_URL). Default: the data folder.")
    var url: String?

    @Option(help: "The file with the server's client token (TORII_TOKEN_FILE). Default: the token in TORII_TOKEN.")
    var tokenFile: String?

    @Option(
        help:
            "The name or id of the client as which the data folder is used. Default: the one of TORII_CLIENT_TOKEN, or the oldest."
    )
    var client: String?

    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    func validate() throws {
        if url != nil, client != nil || dataDir != nil {
            throw ValidationError(
                "--client and --data-dir are for a data folder; the token decides which client of --url calls."
            )
        }
    }

    func run() async throws {
        CoreDumps.disable()
        let environment = ProcessInfo.processInfo.environment
        let token = try TokenInput.read(file: tokenFile, environment)
        // A folder that is named wins over a server in the environment.
        let server =
            url ?? (dataDir == nil && client == nil ? environment["TORII_URL"].flatMap { $0.isEmpty ? nil : $0 } : nil)
        if let server {
            try await MCPStandardIO(.server(BridgeTarget(server, token: token))).run()
        } else {
            var settings = try await Settings.load()
            if let dataDir { settings.dataDirectory = dataDir }
            try await MCPStandardIO(.folder(settings, client: client, token: token)).run()
        }
    }
}
