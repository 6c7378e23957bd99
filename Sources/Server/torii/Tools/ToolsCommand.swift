import ArgumentParser

/// `torii tools`: the tools, and the MCP servers that some of them come from.
struct ToolsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tools",
        abstract: "List, check, try and import tools, accept changed ones, and authorize Torii at their servers.",
        discussion:
            "The server that uses the data folder performs list, try, accept and authorize; without one, the command opens the folder itself.",
        subcommands: [
            ToolsListCommand.self, ToolsCheckCommand.self, ToolsTryCommand.self, ToolsImportCommand.self,
            ToolsDiffCommand.self,
            ToolsAcceptCommand.self, ToolsAuthorizeCommand.self,
        ]
    )
}
