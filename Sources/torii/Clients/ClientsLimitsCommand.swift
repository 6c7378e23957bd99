import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii clients limits`: the limits of a client.
struct ClientsLimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Show or change the limits of a client.",
        discussion:
            "Without an option the limits are printed. Limits without an option do not change; the value none removes a limit."
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @OptionGroup var limits: LimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            var client = try await admin.client(client)
            if !limits.isEmpty {
                let changed = try limits.changing(client["limits"]?.objectValue ?? [:])
                let call = AdminClient.Call(.patch, "clients", client.cell("id"), body: ["limits": .object(changed)])
                let answer = try await admin.send(call)
                Output.warn(of: answer)
                client = answer["client"] ?? .null
            }
            try await options.print(client["limits"] ?? .null) { limits in
                let words = Self.words(limits)
                return words.isEmpty
                    ? "The client has no limits." : words.split(separator: ", ").joined(separator: "\n")
            }
        }
    }

    /// Returns the limits as one line.
    static func words(_ limits: JSONValue) -> String {
        let names = limits.objectValue.map { Array($0.keys) } ?? []
        return names.map { "\($0.split(separator: "_").joined(separator: " ")): \(limits.cell($0))" }
            .joined(separator: ", ")
    }
}
