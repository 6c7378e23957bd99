import ToriiApp
import ArgumentParser
import Foundation
import StreamingJSON

/// `torii vault rewrap`: everything sealed anew under the current master key.
struct VaultRewrapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrap",
        abstract: "Seal everything anew under the current master key.",
        discussion: """
            The master keys are read anew first, by the server that works on the data folder when one does; it goes on serving. What \
            was stopped halfway is taken up by the next call. With --json there is a line for each step.
            """
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            var last = JSONValue.null
            try await console.lines(.init(.post, "vault/rewrap")) { data in
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
                            + " What is sealed anew stays so; start it again to go on."
                    )
                }
                throw ExitCode.failure
            }
            let damaged = last.list("damaged").compactMap(\.stringValue)
            if !options.json {
                Output.print("Sealed \(last.cell("done")) records under master key \(last.cell("master_key")).")
                for id in damaged {
                    Output.print("Key \(id) does not open and was left as it is; remove it and add it again.")
                }
            }
            if !damaged.isEmpty { throw ExitCode.failure }
        }
    }
}
