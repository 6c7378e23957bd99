import AgentWire
import ArgumentParser
import Glibc
import ToriiApp

/// `torii tools accept`: the operator's agreement to new and changed definitions of tools.
struct ToolsAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept new or changed tools of an MCP server.",
        discussion: "The command shows each definition and asks. Only the definition that was shown is accepted."
    )

    @Argument(help: "The name of the server.")
    var server: String

    @Argument(help: "The names of tools, as the server calls them. Default: all that wait.")
    var tools: [String] = []

    @Flag(help: "Accept without a question.")
    var yes = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let known = try await admin.toolDefinitions(of: server).tools
            if let unknown = tools.first(where: { name in !known.contains { $0.tool == name } }) {
                throw CommandFailure(
                    "\(server) has listed no tool '\(unknown)'. 'torii tools list \(server)' names its tools."
                )
            }
            let waiting = known.filter { !$0.isAccepted && (tools.isEmpty || tools.contains($0.tool)) }
            if !waiting.isEmpty { try confirm(waiting) }
            var accepted: [WireToolDefinition] = []
            for tool in waiting {
                let request = ToolAcceptanceRequest(tool: tool.tool, digest: tool.digest)
                let call = AdminClient.Call(.post, "tools", server, "accept", body: request.jsonValue)
                accepted += try await admin.send(call, as: WireList<WireToolDefinition>.self).elements
            }
            try options.print(WireList(accepted)) { Self.sentence($0.elements.count, of: server) }
        }
    }

    /// Shows the definitions and asks for a yes.
    private func confirm(_ tools: [WireToolDefinition]) throws {
        for tool in tools { Output.tell(Self.text(of: tool)) }
        guard !yes else { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure("Nothing was accepted because nobody can answer here. Repeat the command with --yes.")
        }
        let these = tools.count == 1 ? "this definition" : "these \(tools.count) definitions"
        try Confirmation.ask("Accept \(these)?", otherwise: "Nothing was accepted.")
    }

    /// Returns a definition for the person at the terminal.
    static func text(of tool: WireToolDefinition) -> String {
        let heading = "\(tool.server) \(tool.tool) (\(tool.state), \(tool.digest.prefix(12)))"
        return [heading, tool.summary].map(\.onTerminal).joined(separator: "\n  ") + "\n"
    }

    static func sentence(_ count: Int, of server: String) -> String {
        switch count {
        case 0: "No definition of \(server) waits for an acceptance."
        case 1: "Accepted 1 definition of \(server)."
        default: "Accepted \(count) definitions of \(server)."
        }
    }
}
