import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii keys confirm`: the permission that keys are sent to a new place.
struct KeysConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Permit that keys are sent to a new place.",
        discussion: """
            A stored key belongs to the address that it was stored for. If the file of a service names another address, or \
            another place in the request, the key stays here until this command permits it. Without --yes the places are \
            only shown.
            """
    )

    @Argument(help: "The service, such as orders.")
    var upstream: String

    @Argument(help: "The key's id; all keys that wait for a confirmation without it.")
    var key: String?

    @Flag(help: "Permit the places; look at them first.")
    var yes = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin(for: .services) { admin in
            let id = if let key { try await admin.key(key, of: upstream) } else { String?.none }
            let waiting = try await admin.keys(of: upstream).filter {
                $0.state == .active && $0.unconfirmed != nil && (id == nil || $0.id == id)
            }
            guard yes else { return options.print(WireList(waiting).jsonValue, orText: question(about: waiting)) }
            var answers: [WireKeyReply] = []
            for key in waiting {
                let body = KeyConfirmation(destinations: key.unconfirmed ?? []).jsonValue
                let call = AdminClient.Call(.post, "upstreams", upstream, "keys", key.id, "confirm", body: body)
                answers.append(try await admin.send(call, as: WireKeyReply.self))
            }
            let lines = waiting.map {
                "Key \(Cell.id($0.id)) of \(upstream) may be sent to \(($0.unconfirmed ?? []).joined(separator: ", "))."
            }
            options.print(
                ["keys": .array(answers.map(\.jsonValue))],
                orText: lines.isEmpty ? nothingWaits : lines.joined(separator: "\n")
            )
        }
    }

    private var nothingWaits: String { "No key of \(upstream) waits for a confirmation." }

    /// Returns the places to which keys would be sent, and the command that permits them.
    private func question(about keys: [WireKey]) -> String {
        guard !keys.isEmpty else { return nothingWaits }
        let lines = keys.flatMap { key in
            ["Key \(Cell.id(key.id)) of \(upstream) would be sent to:"] + (key.unconfirmed ?? []).map { "  \($0)" }
        }
        return (lines + ["To permit it: torii keys confirm \(upstream) --yes"]).joined(separator: "\n")
    }
}
