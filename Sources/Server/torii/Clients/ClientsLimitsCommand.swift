import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii clients limits`: the limits of a client.
struct ClientsLimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Show or change the limits of a client.",
        discussion: """
            Without an option the limits are printed. Limits without an option do not change; the value none removes a limit, except \
            that of --effort, which any removes.
            """
    )

    @Argument(help: "The client's name or id.")
    var client: String

    @OptionGroup var limits: ClientLimitOptions

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            var client = try await admin.client(client)
            if !limits.isEmpty {
                let request = ClientChangeRequest(limits: try limits.changing(client.limits))
                let call = AdminClient.Call(.patch, "clients", client.id, body: request.jsonValue)
                let answer = try await admin.send(call, as: WireClientReply.self)
                Output.warn(of: answer)
                client = answer.client
            }
            try options.print(client.limits) { limits in
                let words = Self.words(limits, client.currency)
                return words.isEmpty
                    ? "The client has no limits." : words.split(separator: ", ").joined(separator: "\n")
            }
        }
    }

    /// Returns the limits as one line, amounts of money with their currency.
    static func words(_ limits: WireClientLimits, _ currency: String?) -> String {
        (limits.jsonValue.objectValue ?? [:]).map { name, value in
            let words = name.split(separator: "_").joined(separator: " ")
            let unit = name.hasPrefix("money_") ? currency.map { " \($0)" } ?? "" : ""
            let names = value.arrayValue?.compactMap(\.stringValue).joined(separator: ",")
            return "\(words): \(names ?? value.stringValue ?? value.serialized())\(unit)"
        }
        .joined(separator: ", ")
    }
}
