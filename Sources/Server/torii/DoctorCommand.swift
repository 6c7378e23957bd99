import ToriiApp
import ArgumentParser

/// `torii doctor`: a check of the configuration that changes nothing.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check which parts of the configuration work.",
        discussion: """
            Checks everything that a start checks, the data folder and its disk, the master key and the ports, sends each configured \
            upstream a request, and checks each stored key with a free call to its upstream. A fault ends none of the other checks. \
            Nothing is changed, and a running server is not disturbed. The exit code is 1 if a configured part does not work.
            """
    )

    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        var (settings, faults) = await Settings.read()
        if let dataDir { settings.dataDirectory = dataDir }
        let report = await Doctor(settings: settings, faults: faults).examine()
        if json { Output.printJSON(report.json) } else { Output.print(report.text) }
        guard report.isHealthy else { throw ExitCode(1) }
    }
}
