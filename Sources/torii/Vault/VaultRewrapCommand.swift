import ToriiApp
import ArgumentParser
import Foundation
import StreamingJSON

/// `torii vault rewrap`: the sealing of all records under the current master key.
struct VaultRewrapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrap",
        abstract: "Seal all records again under the current master key.",
        discussion: """
            The master keys are read again first. If a server uses the data folder, it does the work and continues to serve. A stopped \
            rewrap is continued by the next call. With --json there is a line for each step.
            """
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            var last = JSONValue.null
            try await admin.lines(.init(.post, "vault/rewrap")) { data in
                if options.json { Output.write(data) }
                for line in data.split(separator: 0x0A) {
                    last = try JSONValue(parsing: line)
                    if !options.json, last["state"] == "running" {
                        Output.print("\(last.cell("done")) of \(last.cell("total"))")
                    }
                }
            }
            guard last["state"] == "done" else {
                if !options.json {
                    throw CommandFailure(
                        (last["problem"] ?? .null).cell("detail")
                            + " Records that were sealed again stay so; start the command again to continue."
                    )
                }
                throw ExitCode.failure
            }
            let damaged = last.list("damaged").compactMap(\.stringValue)
            if !options.json {
                Output.print("Sealed \(last.cell("done")) records under master key \(last.cell("master_key")).")
                for id in damaged {
                    Output.print("Key \(id) cannot be opened and was not changed. Remove it and add it again.")
                }
            }
            if !damaged.isEmpty { throw ExitCode.failure }
        }
    }
}
