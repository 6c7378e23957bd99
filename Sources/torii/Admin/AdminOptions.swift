import ToriiApp
import ArgumentParser
import Foundation
import Secrets
import StreamingJSON

/// The options of all commands that administer.
struct AdminOptions: ParsableArguments {
    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    @Flag(help: "Print JSON.")
    var json = false
}

extension AdminOptions {
    /// Reads the settings, with the data folder of the option.
    func settings() async throws -> Settings {
        CoreDumps.disable()
        var settings = try await Settings.load()
        if let dataDir {
            settings.dataDirectory = dataDir
            settings.adminURL = nil
        }
        return settings
    }

    /// Opens the admin interface while `body` runs.
    ///
    /// With `--json`, a refused call is printed as its problem document.
    func withAdmin(_ body: (AdminClient) async throws -> Void) async throws {
        let settings = try await settings()
        do {
            try await AdminClient.with(settings, body)
        } catch let failure as AdminFailure where json {
            Output.print(failure.document.serialized())
            throw ExitCode.failure
        }
    }

    /// Sends a call and prints its response: as JSON, or as the text that `text` returns.
    func print(_ call: AdminClient.Call, as text: (JSONValue) -> String) async throws {
        try await withAdmin { admin in
            try await print(try await admin.send(call), as: text)
        }
    }

    /// Prints a response: as JSON, or as the text that `text` returns.
    func print(_ answer: JSONValue, as text: (JSONValue) -> String) async throws {
        Output.print(json ? answer.serialized() : text(answer))
    }
}
