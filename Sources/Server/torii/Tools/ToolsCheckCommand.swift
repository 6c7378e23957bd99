import ArgumentParser
import Foundation
import ToriiApp

/// `torii tools check`: a check of declarations, which needs no server.
struct ToolsCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check declarations of tools and of MCP servers.",
        discussion:
            "Prints each fault with its file, line and column, and what to do. Nothing is sent. The exit code is 1 if a file is faulty."
    )

    @Argument(help: "Files, or folders of files. Default: the folder TORII_TOOLS_DIR.")
    var paths: [String] = []

    func run() async throws {
        let report = await ToolFileReport(
            checking: paths,
            environment: ProcessInfo.processInfo.environment,
            environmentFile: ".env"
        )
        for line in report.lines { Output.print(line.onTerminal) }
        guard !report.isFaulty else { throw ExitCode(1) }
    }
}
