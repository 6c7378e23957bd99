import AgentWire
import ArgumentParser
import Foundation
import StreamingJSON
import ToriiApp

/// `torii tools try`: a call of a declared tool with the keys of the vault.
struct ToolsTryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Call a declared tool, and print what a model would receive.",
        discussion: "The call has the keys of the vault. The exit code is 1 if the tool fails."
    )

    @Argument(help: "The tool's name.")
    var tool: String

    @Option(help: "The arguments, as a JSON object.")
    var args = "{}"

    @Option(help: "The language of the person, such as ja-JP.")
    var locale: String?

    @Flag(help: "Make the call even if it changes something.")
    var yes = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        guard let arguments = try? JSONValue(parsing: args), arguments.objectValue != nil else {
            throw CommandFailure("The arguments are no JSON object. Write them as in --args '{\"city\": \"Kyoto\"}'.")
        }
        let request = ToolTrialRequest(arguments: arguments, isConfirmed: yes, locale: locale)
        try await options.withAdmin(for: .services) { admin in
            let call = AdminClient.Call(.post, "tool-trials", tool, body: request.jsonValue)
            let trial: WireToolTrial
            do { trial = try await admin.send(call, as: WireToolTrial.self) } catch let failure as AdminFailure
                where failure.isAboutConfirmation && !options.json
            {
                throw CommandFailure("'\(tool)' changes something or needs approval. Add --yes to make the call.")
            }
            try options.print(trial, as: Self.text)
            guard !trial.isFailed else { throw ExitCode(1) }
        }
    }

    static func text(of trial: WireToolTrial) -> String {
        var lines = trial.output.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onTerminal }
        for artifact in trial.artifacts {
            let content = artifact["content"]?.serialized() ?? "null"
            lines.append("\(artifact["type"]?.stringValue ?? ""): \(content)".onTerminal)
        }
        let end = trial.isFailed ? "Failed" : "Completed"
        return (lines + ["\(end) after \(trial.durationMilliseconds) ms."]).joined(separator: "\n")
    }
}
