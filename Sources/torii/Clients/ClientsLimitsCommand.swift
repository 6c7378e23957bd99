import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients limits`: shows or changes how much a client may do.
struct ClientsLimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Show or change how much a client may do.",
        discussion: "Without an option the limits are shown. What is not given stays; none takes a limit away."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @OptionGroup var limits: LimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            var client = try await console.client(client)
            if !limits.isEmpty {
                let changed = try limits.changing(client["limits"]?.objectValue ?? [:])
                let call = AdminConsole.Call(.patch, "clients", client.cell("id"), body: ["limits": .object(changed)])
                let answer = try await console.send(call)
                Output.warn(of: answer)
                client = answer["client"] ?? .null
            }
            try await options.print(client["limits"] ?? .null) { limits in
                let words = Self.words(limits)
                return words.isEmpty ? "There is no limit." : words.split(separator: ", ").joined(separator: "\n")
            }
        }
    }

    /// The limits in a line.
    static func words(_ limits: JSONValue) -> String {
        let names = limits.objectValue.map { Array($0.keys) } ?? []
        return names.map { "\($0.split(separator: "_").joined(separator: " ")): \(limits.cell($0))" }
            .joined(separator: ", ")
    }
}
