import ToriiApp
import ArgumentParser
import Foundation

/// `torii doctor`: says what of the configuration works, and changes nothing.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what of the configuration works.",
        discussion: """
            Looks at the data folder, the master key and the port, knocks at every upstream that is configured, and tries each \
            stored key at its upstream by a call that costs nothing. Nothing is changed, and a server that runs is not disturbed. \
            The exit code is 1 when something that is configured does not work.
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
