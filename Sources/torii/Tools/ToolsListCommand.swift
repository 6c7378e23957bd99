import AgentWire
import ArgumentParser
import ToriiApp

/// `torii tools list`: the tools of other servers and whether they are accepted.
struct ToolsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tools of MCP servers, and whether their definitions are accepted."
    )

    @Argument(help: "The name of a server. Default: all.")
    var server: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            try options.print(try await admin.toolDefinitions(of: server)) { Self.table($0.elements) }
        }
    }

    static func table(_ tools: [WireToolDefinition]) -> String {
        var table = Table("SERVER", "TOOL", "STATE", "SEEN", "DESCRIPTION")
        for tool in tools {
            table.add(tool.server, tool.tool, tool.state, tool.seenAt, String(tool.summary.prefix(60)))
        }
        return table.text(orIfEmpty: "No MCP server has listed tools. Declare servers in TORII_TOOLS_DIR.")
    }
}

extension WireToolDefinition {
    /// The state of the last definition, in a word.
    var state: String { isAccepted ? "accepted" : isChanged ? "changed" : "new" }
}

extension AdminClient {
    /// Returns the definitions of a server's tools, or of all servers' tools.
    func toolDefinitions(of server: String?) async throws -> WireList<WireToolDefinition> {
        try await send(
            .init(.get, "tools", query: server.map { ["server": $0] } ?? [:]),
            as: WireList<WireToolDefinition>.self
        )
    }
}
