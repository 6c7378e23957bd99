import AgentWire
import ArgumentParser
import StreamingJSON
import ToriiApp

/// `torii keys rollback`: the undoing of a rotation.
struct KeysRollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Undo a rotation: use the old key again.",
        discussion: "The old key is checked with its upstream first; the new one is erased."
    )

    @Argument(help: "The rotation's id, as printed by torii keys rotate and torii keys rotations.")
    var rotation: String

    @Flag(help: "Use the old key even if its upstream refuses it.")
    var force = false

    @OptionGroup var confirmation: Confirmation

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin(for: .services) { admin in
            let latest = AdminClient.Call(.get, "rotations", query: ["limit": "1000"])
            let rotations = try await admin.send(latest, as: WireList<WireRotation>.self).elements
            let id = try ShortID.resolve(rotation, among: rotations.map(\.id), of: "rotation")
            if let found = rotations.first(where: { $0.id == id }) {
                try await confirmation.ask {
                    "This uses key \(Cell.id(found.oldKey)) of \(found.upstream) again, and erases key \(Cell.id(found.newKey)) for good."
                }
            }
            let request = RollbackRequest(force: force)
            let call = AdminClient.Call(.post, "rotations", id, "rollback", body: request.jsonValue)
            try options.print(try await admin.send(call, as: WireRotation.self), as: KeysRotateCommand.sentence)
        }
    }
}
