import ToriiApp
import ArgumentParser
import StreamingJSON

/// `torii keys rollback`: the old key of a rotation back in its place.
struct KeysRollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Put a rotation's old key back in its place.",
        discussion: "The old key is tried at its upstream first; the new one is erased."
    )

    @Argument(help: "The rotation's id, as torii keys rotate and torii keys rotations show it.")
    var rotation: String

    @Flag(help: "Put the old key back although its upstream refuses it.")
    var force = false

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.console { console in
            let rotations = try await console.send(.init(.get, "rotations", query: ["limit": "1000"]))
            let id = try ShortID.resolve(rotation, among: rotations.list("rotations"), of: "rotation")
            let call = AdminConsole.Call(.post, "rotations", id, "rollback", body: ["force": .bool(force)])
            try await options.print(try await console.send(call), as: KeysRotateCommand.sentence)
        }
    }
}
