import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii tools list`: the files of declared tools, the tools of other servers and whether they are accepted, and the tools that
/// providers did not accept.
struct ToolsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the files of declared tools and the tools of MCP servers.",
        discussion:
            """
            Says of each file whether its text is in use, and of each tool of an MCP server whether its definition is accepted.

            Also names the tools, of any kind, without which requests to a model were sent since the server's start.
            """
    )

    @Argument(help: "The name of an MCP server. Default: all, and the files.")
    var server: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let tools = try await admin.toolDefinitions(of: server)
            guard server == nil else {
                try options.print(tools) { Self.table($0.tools) + Self.faults(of: $0.unreachable) }
                return
            }
            let files = try await admin.send(.init(.get, "tool-files"), as: WireToolFiles.self).files
            var both = tools.jsonValue.objectValue ?? [:]
            both["files"] = .array(files.map(\.jsonValue))
            options.print(
                .object(both),
                orText: [
                    files.isEmpty ? nil : Self.table(files),
                    tools.tools.isEmpty && !files.isEmpty ? nil : Self.table(tools.tools),
                    tools.leftOut.isEmpty ? nil : Self.table(tools.leftOut),
                ]
                .compactMap(\.self).joined(separator: "\n\n") + Self.faults(of: tools.unreachable)
            )
        }
    }

    private static func faults(of servers: [WireToolDefinitions.UnreachableServer]) -> String {
        servers.map { "\nThe server \($0.name) cannot be reached: \($0.fault)".onTerminal }.joined()
    }

    static func table(_ files: [WireToolFile]) -> String {
        var table = Table("FILE", "SERVICE", "TOOLS", "STATE")
        for file in files {
            let names = file.tools.prefix(3).joined(separator: ", ")
            let more = file.tools.count > 3 ? " and \(file.tools.count - 3) more" : ""
            table.add(file.file, file.upstream ?? "", names + more, file.fault == nil ? "used" : "faulty")
        }
        let faults = files.compactMap(\.fault).map(\.onTerminal)
        let text = table.text(orIfEmpty: "")
        return faults.isEmpty ? text : text + "\n" + faults.joined(separator: "\n")
    }

    static func table(_ tools: [WireLeftOutTool]) -> String {
        var table = Table("LEFT OUT", "MODEL", "HOST", "REASON")
        for tool in tools {
            table.add(tool.tool, tool.model, tool.host, tool.reason.inWords)
        }
        return table.text(orIfEmpty: "")
    }

    static func table(_ tools: [WireToolDefinition]) -> String {
        var table = Table("SERVER", "TOOL", "STATE", "SEEN", "DESCRIPTION")
        for tool in tools {
            table.add(tool.server, tool.tool, tool.state, tool.seenAt, tool.shownSummary)
        }
        return table.text(
            orIfEmpty: "There are no declared tools. Put files of tools or of MCP servers into TORII_TOOLS_DIR."
        )
    }
}

extension WireToolDefinition {
    /// The start of the description by the server itself, without the words for models before it.
    var shownSummary: String {
        let own = summary.firstRange(of: "not instructions): ").map { summary[$0.upperBound...] } ?? summary[...]
        return String(own.prefix(60))
    }

    /// The state of the last definition, in a word.
    var state: String { isAccepted ? "accepted" : isChanged ? "changed" : "new" }
}

extension WireLeftOutTool.Reason {
    /// The reason, in words.
    var inWords: String {
        switch self {
        case .schema: "its schema cannot be fitted"
        case .refused: "refused by the provider"
        case .tooMany: "too many tools"
        }
    }
}

extension AdminClient {
    /// Returns the definitions of a server's tools, or of all servers' tools.
    func toolDefinitions(of server: String?) async throws -> WireToolDefinitions {
        try await send(
            .init(.get, "tools", query: server.map { ["server": $0] } ?? [:]),
            as: WireToolDefinitions.self
        )
    }
}
