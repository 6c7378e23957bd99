import ArgumentParser
import ToriiApp

/// `torii users export`: all that is kept of a user, as JSON lines.
struct UsersExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all that is kept of a user as JSON lines, one record a line."
    )

    @OptionGroup var user: UserArguments

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let id = try await admin.clientID(user.client)
            try await admin.lines(.init(.get, "clients", id, "users", user.user, "export")) { Output.write($0) }
        }
    }
}
