import AgentWire
import ArgumentParser
import Foundation
import StreamingJSON
import ToriiApp

/// The options of all commands that administer.
struct AdminOptions: ParsableArguments {
    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    @Flag(help: "Print JSON.")
    var json = false
}

extension AdminOptions {
    /// Reads the settings, with the data folder of the option.
    func settings(for use: SettingsUse = .dataFolder) async throws -> Settings {
        CoreDumps.disable()
        var settings = try await Settings.load(for: use, warn: Output.warn)
        if let dataDir {
            settings.dataDirectory = dataDir
            (settings.adminURL, settings.clientURL) = (nil, nil)
        }
        return settings
    }

    /// Opens the admin interface while `body` runs.
    ///
    /// With `--json`, a refused call is printed as its problem document.
    ///
    /// - Parameters:
    ///   - isCreating: Whether a missing data folder is made: only by a command whose result needs one.
    ///   - use: The settings that must have no fault.
    func withAdmin(
        isCreating: Bool = false,
        for use: SettingsUse = .dataFolder,
        _ body: (AdminClient) async throws -> Void
    ) async throws {
        let settings = try await settings(for: use)
        do {
            try await AdminClient.with(settings, isCreating: isCreating) { admin in
                if let note = admin.note { Output.tell(note) }
                try await body(admin)
            }
        } catch let failure as AdminFailure where json {
            Output.printJSON(failure.document.serialized())
            throw ExitCode.failure
        }
    }

    /// Sends a call and prints its response: as JSON, or as the text that `text` returns.
    func print<Reply: WireValue>(_ call: AdminClient.Call, as text: (Reply) -> String) async throws {
        try await withAdmin { admin in
            try print(try await admin.send(call, as: Reply.self), as: text)
        }
    }

    /// Prints a response: as JSON, or as the text that `text` returns.
    func print<Reply: WireValue>(_ answer: Reply, as text: (Reply) -> String) throws {
        print(answer.jsonValue, orText: text(answer))
    }

    /// Prints JSON, or a text that says the same.
    func print(_ json: JSONValue, orText text: @autoclosure () -> String) {
        if self.json { Output.printJSON(json.serialized()) } else { Output.print(text()) }
    }
}
