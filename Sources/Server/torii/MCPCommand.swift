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

    @OptionGroup var selection: ServerSelection

    func validate() throws { try selection.check(beside: url) }

    func run() async throws {
        CoreDumps.disable()
        let environment = ProcessInfo.processInfo.environment
        let token = try TokenInput.read(file: selection.tokenFile, environment)
        if let server = selection.address(url, environment) {
            try await MCPStandardIO(.server(BridgeTarget(server, token: token))).run()
        } else {
            var settings = try await Settings.load()
            if let dataDir = selection.dataDir { settings.dataDirectory = dataDir }
            try await MCPStandardIO(.folder(settings, client: selection.client, token: token)).run()
        }
    }
}
