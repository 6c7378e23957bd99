import ArgumentParser
import Foundation
import ToriiApp

/// The options of an OpenAPI document's import.
struct ImportOptions: ParsableArguments {
    @Option(help: "The name of the service: its keys, its tools' first word. Default: of the document's name.")
    var upstream: String?

    @Option(help: "The address that replaces the document's servers.")
    var base: String?

    @Option(
        help: "An operation: a tool's name, an operation id, or a pattern such as 'GET /orders/*'. May be repeated."
    )
    var only: [String] = []

    @Option(help: "A tag of which an operation needs one. May be repeated.")
    var tag: [String] = []

    @Flag(help: "Import only operations that read.")
    var readOnly = false

    @Flag(help: "Import deprecated operations too.")
    var deprecated = false

    @Option(help: "The value of a server's variable: name=value. May be repeated.")
    var serverVar: [String] = []

    @Flag(help: "Fetch the parts that a document at a URL has at other URLs of its origin.")
    var fetchRefs = false

    /// Returns the import of a document with these options.
    func run(of document: String) throws -> OpenAPIImportRun {
        var run = OpenAPIImportRun(document: document)
        (run.upstream, run.base, run.only, run.tags) = (upstream, base, only, tag)
        (run.isReadOnly, run.includesDeprecated, run.fetchesReferences) = (readOnly, deprecated, fetchRefs)
        for variable in serverVar {
            let parts = variable.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CommandFailure("'\(variable)' is no value of a variable; write --server-var name=value.")
            }
            if let first = run.serverVariables.updateValue(parts[1], forKey: parts[0]), first != parts[1] {
                throw CommandFailure(
                    "--server-var gives \(parts[0]) two values, '\(first)' and '\(parts[1])'; give one."
                )
            }
        }
        return run
    }
}

/// `torii tools import`: an OpenAPI document as files of declared tools.
struct ToolsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an OpenAPI document as a file of declared tools.",
        discussion: """
            Writes a file for each address of the document's servers, which a person can edit, and says what was left out and why. \
            OpenAPI 3.0 and 3.1 and Swagger 2.0 are read, as JSON or YAML.
            """
    )

    @Argument(help: "The document: a file or a URL.")
    var document: String

    @Option(help: "The folder for the files. Default: the current folder.")
    var output: String?

    @Flag(help: "Replace files that are there.")
    var replace = false

    @OptionGroup var options: ImportOptions

    func run() async throws {
        let outcome: OpenAPIImportRun.Outcome
        do {
            outcome = try await options.run(of: document).run()
        } catch let failure as OpenAPIImportRun.Failure {
            throw CommandFailure(failure.description.onTerminalLines)
        }
        let folder = URL(fileURLWithPath: output ?? ".", isDirectory: true)
        for file in outcome.files {
            let path = folder.appendingPathComponent(file.name)
            guard replace || !FileManager.default.fileExists(atPath: path.path) else {
                throw CommandFailure("\(path.path) is there already. Use --replace, or another --output or --upstream.")
            }
            do {
                try Data(file.text.utf8).write(to: path, options: .atomic)
            } catch {
                throw CommandFailure("\(path.path) cannot be written. Check the folder.")
            }
        }
        for line in outcome.lines { Output.print(line.onTerminal) }
    }
}

/// `torii tools diff`: the operations of a document that differ from those that a file was imported from.
struct ToolsDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare an imported file with a newer OpenAPI document.",
        discussion:
            "Prints + for a new operation, - for one that is gone, and ~ for one that changed. Nothing is written."
    )

    @Argument(help: "The file that was imported.")
    var file: String

    @Argument(help: "The document: a file or a URL.")
    var document: String

    @OptionGroup var options: ImportOptions

    func run() async throws {
        do {
            let lines = try await options.run(of: document).difference(from: file)
            for line in lines { Output.print(line.onTerminal) }
            if lines.isEmpty { Output.print("Nothing differs.") }
        } catch let failure as OpenAPIImportRun.Failure {
            throw CommandFailure(failure.description.onTerminalLines)
        }
    }
}
