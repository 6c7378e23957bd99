import ToriiApp
import ArgumentParser
import Foundation
import Secrets
import StreamingJSON

/// What all commands that administer take.
struct AdminOptions: ParsableArguments {
    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    @Flag(help: "Print JSON.")
    var json = false
}

extension AdminOptions {
    /// Reads the settings, with the data folder that was named.
    func settings() async throws -> Settings {
        CoreDumps.disable()
        var settings = try await Settings.load()
        if let dataDir {
            settings.dataDirectory = dataDir
            settings.adminURL = nil
        }
        return settings
    }

    /// Opens the admin interface for the length of `body`; with `--json`, what is refused is printed as its problem document.
    func console(_ body: (AdminConsole) async throws -> Void) async throws {
        let settings = try await settings()
        do {
            try await AdminConsole.with(settings, body)
        } catch let failure as AdminFailure where json {
            Output.print(failure.document.serialized())
            throw ExitCode.failure
        }
    }

    /// Makes a call and prints its answer: as JSON, or as what `text` makes of it.
    func print(_ call: AdminConsole.Call, as text: (JSONValue) -> String) async throws {
        try await console { console in
            try await print(try await console.send(call), as: text)
        }
    }

    /// Prints an answer: as JSON, or as what `text` makes of it.
    func print(_ answer: JSONValue, as text: (JSONValue) -> String) async throws {
        Output.print(json ? answer.serialized() : text(answer))
    }
}
