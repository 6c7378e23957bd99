import ToriiApp
import ArgumentParser
import Foundation
import Glibc

/// `torii serve`: the server, until it is asked to stop.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            Settings are read from the environment, then from .env in the current folder; .env.example explains each one. Options of \
            this command override both. SIGTERM and SIGINT stop the server after its running turns.
            """
    )

    @Option(help: "The address to listen on (TORII_HOST).")
    var host: String?

    @Option(help: "The port to listen on, 0 for a free one (TORII_PORT).")
    var port: Int?

    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    func validate() throws {
        if let port, !(0...65535).contains(port) {
            throw ValidationError("--port must be a number from 0 to 65535, not \(port).")
        }
    }

    func run() async throws {
        CoreDumps.disable()
        var settings = try await Settings.load()
        if let host { settings.host = host }
        if let port { settings.port = port }
        if let dataDir { settings.dataDirectory = dataDir }
        let server = ToriiServer(
            settings: settings,
            // If the output is a pipe or a log, others can read it and it is kept.
            showsTokens: isatty(STDOUT_FILENO) == 1,
            // `print` would buffer its text if the output is a pipe.
            onListening: { FileHandle.standardOutput.write(Data("\($0.text)\n".utf8)) }
        )
        try await server.runUntilSignal()
    }
}
