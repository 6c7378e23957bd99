import ToriiApp
import ArgumentParser
import Foundation

/// `torii doctor`: a check of the configuration that changes nothing.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check which parts of the configuration work.",
        discussion: """
            Checks the data folder, the master key and the port, sends each configured upstream a request, and checks each stored key \
            with a free call to its upstream. Nothing is changed, and a running server is not disturbed. The exit code is 1 if a \
            configured part does not work.
            """
    )

    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        var settings = try await Settings.load()
        if let dataDir { settings.dataDirectory = dataDir }
        let report = await Doctor(settings: settings).examine()
        let text = json ? report.json : report.text
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
        guard report.isHealthy else { throw ExitCode(1) }
    }
}
