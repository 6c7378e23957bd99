import ToriiApp
import ArgumentParser
import StreamingJSON

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

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let rotations = try await admin.send(.init(.get, "rotations", query: ["limit": "1000"]))
            let id = try ShortID.resolve(rotation, among: rotations.list("rotations"), of: "rotation")
            let call = AdminClient.Call(.post, "rotations", id, "rollback", body: ["force": .bool(force)])
            try await options.print(try await admin.send(call), as: KeysRotateCommand.sentence)
        }
    }
}
