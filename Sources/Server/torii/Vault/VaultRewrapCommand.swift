import AgentWire
import ArgumentParser
import Foundation
import StreamingJSON
import ToriiApp

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
            var last: WireRewrapStep?
            try await admin.lines(.init(.post, "vault/rewrap")) { data in
                if options.json { Output.write(data) }
                for line in data.split(separator: 0x0A) {
                    let step = try WireRewrapStep(jsonValue: JSONValue(parsing: line))
                    if !options.json, case .running(let progress) = step {
                        Output.print("\(progress.done) of \(progress.total)")
                    }
                    last = step
                }
            }
            guard case .done(let end) = last else {
                if !options.json {
                    let detail = if case .stopped(let problem, _) = last { problem.detail } else { "" }
                    throw CommandFailure(
                        detail + " Records that were sealed again stay so; start the command again to continue."
                    )
                }
                throw ExitCode.failure
            }
            if !options.json {
                Output.print("Sealed \(end.done) records under master key \(end.masterKey).")
                for id in end.damaged {
                    Output.print("Key \(id) cannot be opened and was not changed. Remove it and add it again.")
                }
            }
            if !end.damaged.isEmpty { throw ExitCode.failure }
        }
    }
}
